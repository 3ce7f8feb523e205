#include "formations/emergent.h"

#include <algorithm>
#include <utility>

#include <gmock/gmock.h>

#include "formations/cost_tables.h"
#include "formations/turning.h"

namespace drover::emergent_test {
namespace {

using testing::ElementsAre;
using namespace test;
using Places = std::vector<std::pair<std::int64_t, std::int64_t>>;

const std::vector<Vec3> kStarts = {{0, 0, 0}, {-3, 1, 0}, {-3, -1, 0}, {-6, 2, 0}, {-6, 0.5, 0}, {-6, -2, 0}};

// Members that head along one direction, and their claims.
struct Group {
  std::vector<Vec3> positions;
  Vec3 heading{1, 0, 0};
  EmergentRule rule = {};
  PlaceCheck check = {};
  std::size_t root = kNoMember;
  std::vector<EmergentClaim> claims = {};
  std::vector<std::uint8_t> is_present = std::vector<std::uint8_t>(positions.size(), 1);

  void select() {
    const std::vector<Vec3> headings(positions.size(), heading);
    EmergentSelection().select(rule, {positions, headings, is_present, root}, check, claims);
  }
  // Rank and lateral of every member.
  Places places() const {
    Places result;
    for (const EmergentClaim& claim : claims)
      result.emplace_back(claim.rank, claim.lateral);
    return result;
  }
};

Places selected(Group group) {
  group.select();
  return group.places();
}

TEST(Emergent, ByRankTheVIsFilledFromTheFront) {
  EXPECT_EQ(selected({.positions = kStarts}), (Places{{0, 0}, {1, 1}, {1, -1}, {2, 2}, {2, 0}, {2, -2}}));
}

// Agent 4 claims behind agent 3, agent 5 the place in the middle.
TEST(Emergent, ByDistanceTheNearestPlaceIsClaimed) {
  Group group{.positions = kStarts, .rule = {.policy = EmergentPolicy::distance}};
  group.select();
  EXPECT_EQ(group.places()[4], (std::pair<std::int64_t, std::int64_t>{3, 1}));
  EXPECT_EQ(group.claims[4].parent, 3u);
  EXPECT_EQ(group.places()[5], (std::pair<std::int64_t, std::int64_t>{2, 0}));
}

TEST(Emergent, WithOneSideAllStandInADiagonal) {
  EXPECT_EQ(selected({.positions = kStarts, .rule = {.right = false}}),
            (Places{{0, 0}, {1, 1}, {2, 2}, {3, 3}, {4, 4}, {5, 5}}));
}

TEST(Emergent, TargetsLieBehindAndBesideTheParent) {
  const EmergentClaim left{.is_placed = true, .parent = 0, .side = 1};
  EXPECT_EQ(emergent_target({}, left, {5, 5, 0}, {0, 1, 0}), (Vec3{3, 3, 0}));
}

std::vector<Vec3> crowd(std::size_t count) {
  Draw draw;
  std::vector<Vec3> positions;
  for (std::size_t k = 0; k < count; ++k)
    positions.push_back({draw.fraction() * 30, draw.fraction() * 30, 0});
  return positions;
}

TEST(Emergent, PlacesAreDistinctAndLieOnTheLattice) {
  for (const EmergentPolicy policy : {EmergentPolicy::rank, EmergentPolicy::distance}) {
    Places places = selected({.positions = crowd(50), .rule = {.policy = policy}});
    for (const auto& [rank, lateral] : places) {
      EXPECT_LE(std::abs(lateral), rank);
      EXPECT_EQ((rank + lateral) % 2, 0);
    }
    std::ranges::sort(places);
    EXPECT_EQ(std::ranges::adjacent_find(places), places.end());
  }
}

TEST(Emergent, FiftyByRankFillTheRanksFromZeroToNine) {
  const Places places = selected({.positions = crowd(50)});
  for (std::int64_t rank = 0; rank <= 9; ++rank) {
    const auto in_rank = std::ranges::count(places, rank, &std::pair<std::int64_t, std::int64_t>::first);
    EXPECT_EQ(in_rank, rank < 9 ? rank + 1 : 5);
  }
}

// Following the parents of anyone leads to the root: nobody follows in a circle.
TEST(Emergent, TheFollowGraphIsATree) {
  Group group{.positions = crowd(40), .rule = {.policy = EmergentPolicy::distance}};
  group.select();
  for (std::size_t k = 0; k < 40; ++k) {
    std::size_t at = k;
    for (std::int64_t rank = group.claims[k].rank; rank > 0; --rank)
      at = group.claims[at].parent;
    EXPECT_EQ(group.claims[at].parent, kNoMember);
  }
}

TEST(Emergent, TheRootIsInFrontUnlessItIsChosen) {
  Group group{.positions = {{0, 0, 0}, {4, 1, 0}, {4, -1, 0}}};
  group.select();
  EXPECT_EQ(group.claims[1].parent, kNoMember);
  EXPECT_EQ(group.claims[2].parent, 1u);
  Group chosen{.positions = group.positions, .root = 0};
  chosen.select();
  EXPECT_EQ(chosen.claims[0].rank, 0);
  EXPECT_EQ(chosen.claims[1].parent, 0u);
}

TEST(Emergent, HeadingsThatCancelCountAsForward) {
  const std::vector<Vec3> positions(2), headings{{0, 1, 0}, {0, -1, 0}};
  const std::vector<std::uint8_t> present{1, 1};
  EXPECT_EQ(group_heading({positions, headings, present}), (Vec3{1, 0, 0}));
  EXPECT_EQ(group_heading({}), (Vec3{1, 0, 0}));
}

TEST(Emergent, AMemberThatLeavesTakesItsFollowersAlong) {
  Group group{.positions = kStarts};
  group.select();
  ASSERT_EQ(group.claims[3].parent, 1u);
  const EmergentClaim right = group.claims[2];
  group.is_present[1] = 0;
  release_absent(group.is_present, group.claims);
  EXPECT_FALSE(group.claims[1].is_placed);
  EXPECT_FALSE(group.claims[3].is_placed);
  EXPECT_EQ(group.claims[2], right);
  group.select();
  EXPECT_EQ(group.claims[2], right);
  EXPECT_EQ(group.places()[3], (std::pair<std::int64_t, std::int64_t>{1, 1}));
  EXPECT_FALSE(group.claims[1].is_placed);
}

TEST(Emergent, ANewcomerOnlySelects) {
  Group group{.positions = kStarts};
  group.is_present[0] = 1;
  group.is_present[5] = 0;
  group.select();
  const std::vector<EmergentClaim> before = group.claims;
  group.is_present[5] = 1;
  group.positions[5] = {50, 0, 0};  // in front of all, and yet it leads nobody
  group.select();
  for (std::size_t k = 0; k < 5; ++k)
    EXPECT_EQ(group.claims[k], before[k]);
  EXPECT_TRUE(group.claims[5].is_placed);
  EXPECT_NE(group.claims[5].parent, kNoMember);
}

TEST(Emergent, WithoutItsRootTheNextOneLeadsAndAllSelectAnew) {
  Group group{.positions = kStarts};
  group.select();
  group.is_present[0] = 0;
  group.select();
  EXPECT_EQ(group.claims[1].parent, kNoMember);
  EXPECT_EQ(group.claims[1].rank, 0);
  for (std::size_t k = 2; k < 6; ++k)
    EXPECT_TRUE(group.claims[k].is_placed);
}

TEST(Emergent, ATargetInAnObstacleIsGivenUpAfterAWhile) {
  Group group{.positions = kStarts};
  group.select();
  std::vector<double> since;
  std::vector<std::uint8_t> infeasible(6, 0);
  const auto step = [&](double now) { release_infeasible(infeasible, now, 1.0, since, group.claims); };
  infeasible[1] = 1;
  step(5.0);
  step(5.9);
  infeasible[1] = 0;
  step(6.0);  // the count begins anew
  infeasible[1] = 1;
  step(6.1);
  step(7.0);
  EXPECT_TRUE(group.claims[1].is_placed);
  step(7.1);
  EXPECT_FALSE(group.claims[1].is_placed);
  EXPECT_FALSE(group.claims[3].is_placed);
  EXPECT_TRUE(group.claims[2].is_placed);
}

bool is_left_of_axis(const void*, std::size_t, Vec3 point) {
  return point.y > 1.0;
}
bool is_everywhere(const void*, std::size_t, Vec3) {
  return true;
}

TEST(Emergent, PlacesInAWallAreRejected) {
  const Places places = selected({.positions = kStarts, .check = {nullptr, is_left_of_axis}});
  for (const auto& [rank, lateral] : places)
    EXPECT_LE(lateral, 0);
}

TEST(Emergent, WhereNothingIsFeasibleTheNearestPlaceIsTakenAndFlagged) {
  Group group{.positions = kStarts, .check = {nullptr, is_everywhere}};
  group.select();
  EXPECT_FALSE(group.claims[0].is_blocked);
  for (std::size_t k = 1; k < 6; ++k) {
    EXPECT_TRUE(group.claims[k].is_placed);
    EXPECT_TRUE(group.claims[k].is_blocked);
  }
}

TEST(Emergent, TurnedMovedAndMirroredGroupsSelectTheSame) {
  const std::vector<Vec3> positions = crowd(30);
  const Vec3 heading = unit_vector(0.3);
  const Places places = selected({.positions = positions, .heading = heading});
  EXPECT_EQ(selected({.positions = changed(positions, quarter_turned), .heading = quarter_turned(heading)}),
            places);
  const auto moved = [](Vec3 v) { return v + Vec3{64, -32, 0}; };
  EXPECT_EQ(selected({.positions = changed(positions, moved), .heading = heading}), places);
  Places image = selected({.positions = changed(positions, mirrored), .heading = mirrored(heading)});
  for (auto& [rank, lateral] : image)
    lateral = -lateral;
  EXPECT_EQ(image, places);
}

// An agent on the axis is as far from the left place as from the right one, whatever the direction of travel.
TEST(Emergent, TiesGoToTheLeft) {
  for (const double angle : {0.0, 0.7, -2.1}) {
    Group group{.positions = changed({{0, 0, 0}, {-5, 0, 0}}, [&](Vec3 v) { return turned(v, angle); }),
                .heading = unit_vector(angle)};
    group.select();
    EXPECT_EQ(group.claims[1].side, 1);
  }
}

TEST(Emergent, NobodyHasNoPlaces) {
  Group group;
  group.select();
  EXPECT_TRUE(group.claims.empty());
}

}  // namespace
}  // namespace drover::emergent_test
