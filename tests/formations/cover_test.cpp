#include "formations/cover.h"

#include <gmock/gmock.h>

#include "formations/turning.h"

namespace drover::cover_test {
namespace {

using testing::ElementsAre;
using namespace test;

// Covers at x = 0, 5, 10, ... and an anchor that advances along the row.
class Row {
 public:
  explicit Row(std::size_t slots, CoverRule rule = {.hysteresis = 0.0, .leader_exclusion = 0.0})
      : rule_(rule), members_(slots) {}

  // x of the cover of each slot; the members stand there.
  const std::vector<double>& select(double anchor, const double* leader = nullptr) {
    std::vector<Vec3> covers, members;
    for (int k = 0; k < 20; ++k)
      covers.push_back({5.0 * k - anchor, 0, 0});
    for (const double member : members_)
      members.push_back({member - anchor, 0, 0});
    const Vec3 leader_place{leader == nullptr ? 0.0 : *leader - anchor, 0, 0};
    selection_.select(rule_, {covers, members, leader == nullptr ? nullptr : &leader_place}, covers_);
    for (std::size_t slot = 0; slot < members_.size(); ++slot) {
      if (covers_[slot] != kNoCover) members_[slot] = 5.0 * static_cast<double>(covers_[slot]);
    }
    return members_;
  }

 private:
  CoverRule rule_;
  std::vector<double> members_;
  std::vector<std::size_t> covers_;
  CoverSelection selection_;
};

TEST(Cover, TheFirstSlotGetsTheNearest) {
  EXPECT_THAT(Row(4).select(7.5), ElementsAre(5, 10, 0, 15));
}

TEST(Cover, AsTheAnchorAdvancesTheRearmostSlotGetsTheNextCover) {
  Row row(4);
  row.select(7.5);
  EXPECT_THAT(row.select(10.0), ElementsAre(5, 10, 0, 15));
  EXPECT_THAT(row.select(10.001), ElementsAre(5, 10, 20, 15));
  EXPECT_THAT(row.select(15.001), ElementsAre(25, 10, 20, 15));
  EXPECT_THAT(row.select(20.001), ElementsAre(25, 30, 20, 15));
  EXPECT_THAT(row.select(25.001), ElementsAre(25, 30, 20, 35));
  EXPECT_THAT(row.select(30.001), ElementsAre(25, 30, 40, 35));
}

TEST(Cover, HysteresisDefersTheChange) {
  Row row(4, {.hysteresis = 1.0, .leader_exclusion = 0.0});
  row.select(7.5);
  EXPECT_THAT(row.select(10.5), ElementsAre(5, 10, 0, 15));
  EXPECT_THAT(row.select(10.501), ElementsAre(5, 10, 20, 15));
  EXPECT_THAT(row.select(15.5), ElementsAre(5, 10, 20, 15));
  EXPECT_THAT(row.select(15.501), ElementsAre(25, 10, 20, 15));
  EXPECT_THAT(row.select(20.501), ElementsAre(25, 30, 20, 15));
}

TEST(Cover, CoversNextToTheLeaderDoNotCount) {
  const double leader = 10.0;
  EXPECT_THAT(Row(4, {.hysteresis = 0.0, .leader_exclusion = 3.0}).select(10.0, &leader),
              ElementsAre(5, 15, 0, 20));
}

TEST(Cover, SeveralThatEnterAreSharedByTheShortestWays) {
  // The anchor jumps: 30 and 35 enter, and the nearer of the freed members takes the nearer cover.
  Row row(2);
  EXPECT_THAT(row.select(2.4), ElementsAre(0, 5));
  EXPECT_THAT(row.select(32.4), ElementsAre(30, 35));
  const std::vector<Vec3> covers{{0, 0, 0}, {0, 3, 0}}, members{{0, 3, 0}, {0, 0, 0}};
  std::vector<std::size_t> slots{kNoCover, kNoCover};
  CoverSelection().select({}, {covers, members}, slots);
  EXPECT_THAT(slots, ElementsAre(1, 0));
}

TEST(Cover, WithFewerCoversThanSlotsTheHighestFollowTheAnchor) {
  const std::vector<Vec3> covers{{1, 0, 0}, {2, 0, 0}, {9, 0, 0}}, members(4);
  std::vector<std::size_t> slots;
  CoverSelection selection;
  selection.select({}, {covers, members}, slots);
  EXPECT_THAT(slots, ElementsAre(0, 1, 2, kNoCover));
  // StackEntry 0 loses its cover to the leader; the others keep theirs.
  const Vec3 leader{-1.5, 0, 0};
  selection.select({}, {covers, members, &leader}, slots);
  EXPECT_THAT(slots, ElementsAre(kNoCover, 1, 2, kNoCover));
  // A cover that enters goes to the lowest free slot.
  selection.select({}, {covers, members}, slots);
  EXPECT_THAT(slots, ElementsAre(0, 1, 2, kNoCover));
}

TEST(Cover, WithoutCoversAllFollowTheAnchor) {
  std::vector<std::size_t> slots;
  const std::vector<Vec3> members(2);
  CoverSelection selection;
  for (int k = 0; k < 2; ++k) {
    selection.select({}, {{}, members}, slots);
    EXPECT_THAT(slots, ElementsAre(kNoCover, kNoCover));
  }
}

TEST(Cover, TurnedAndMirroredScenesSelectTheSame) {
  const std::vector<Vec3> covers{{1.3, 2, 0}, {-4, 0.7, 0}, {3, -3, 0}, {0.2, 6, 0}, {5, 5, 0}}, members(3);
  std::vector<std::size_t> plain, turned, image;
  CoverSelection().select({}, {covers, members}, plain);
  CoverSelection().select({}, {changed(covers, quarter_turned), members}, turned);
  CoverSelection().select({}, {changed(covers, mirrored), members}, image);
  EXPECT_EQ(turned, plain);
  EXPECT_EQ(image, plain);
}

// The most members that are on their way at once, at a speed of the anchor; members run at 4 m/s.
std::size_t most_movers(double anchor_speed) {
  constexpr double kDt = 0.01, kMemberSpeed = 4.0;
  std::vector<Vec3> covers(40), members;
  std::vector<std::size_t> slots;
  CoverSelection selection;
  std::size_t most = 0;
  std::vector<double> places{5, 10, 0, 15};
  for (int step = 0; step < static_cast<int>(60 / anchor_speed / kDt); ++step) {
    const double anchor = 7.5 + anchor_speed * kDt * step;
    for (std::size_t k = 0; k < covers.size(); ++k)
      covers[k] = {5.0 * static_cast<double>(k) - anchor, 0, 0};
    members.clear();
    for (const double place : places)
      members.push_back({place - anchor, 0, 0});
    selection.select({.hysteresis = 0.0, .leader_exclusion = 0.0}, {covers, members}, slots);
    std::size_t movers = 0;
    for (std::size_t slot = 0; slot < 4; ++slot) {
      const double way = 5.0 * static_cast<double>(slots[slot]) - places[slot];
      movers += way > 1e-9 ? 1u : 0u;
      places[slot] += clamp(way, -kMemberSpeed * kDt, kMemberSpeed * kDt);
    }
    most = std::max(most, movers);
  }
  return most;
}

TEST(Cover, SlowAnchorsMoveOneMemberAtATime) {
  EXPECT_EQ(max_anchor_speed(4.0, 4), 1.0);
  EXPECT_EQ(max_anchor_speed(4.0, 0), 0.0);
  for (const double speed : {0.5, 0.9, 1.0})
    EXPECT_EQ(most_movers(speed), 1u) << speed;
  for (const double speed : {1.01, 1.5, 2.0})
    EXPECT_EQ(most_movers(speed), 2u) << speed;
  EXPECT_EQ(most_movers(2.01), 3u);
}

}  // namespace
}  // namespace drover::cover_test
