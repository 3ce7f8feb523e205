#include "formations/bounding.h"

#include <algorithm>

#include <gmock/gmock.h>

#include "formations/cost_tables.h"

namespace drover::bounding_test {
namespace {

using testing::ElementsAre;
using enum BoundingState;

// A queue that is stepped with the covers of its slots and the slots that have arrived.
class Scene {
 public:
  explicit Scene(std::vector<std::size_t> covers) : covers_(std::move(covers)) { queue_.start(covers_); }

  std::vector<BoundingState> step(std::vector<std::size_t> covers,
                                  std::vector<std::uint8_t> arrived = {0, 0, 0}) {
    covers_ = std::move(covers);
    queue_.update({}, step_, static_cast<double>(step_), covers_, arrived);
    ++step_;
    std::vector<BoundingState> states;
    for (const BoundingSlot& slot : queue_.slots())
      states.push_back(slot.state);
    return states;
  }
  std::size_t held(std::size_t slot) const { return queue_.slots()[slot].held; }
  const BoundingQueue& queue() const { return queue_; }

 private:
  std::vector<std::size_t> covers_;
  BoundingQueue queue_;
  std::int64_t step_ = 0;
};

TEST(Bounding, AllStartInCover) {
  Scene scene({0, 1, 2});
  EXPECT_THAT(scene.step({0, 1, 2}), ElementsAre(cover, cover, cover));
}

TEST(Bounding, OneRunsAndTheOthersWaitInTheirOldCover) {
  Scene scene({0, 1, 2});
  EXPECT_THAT(scene.step({5, 1, 6}), ElementsAre(bounding, cover, waiting));
  EXPECT_EQ(scene.held(0), 5u);
  EXPECT_EQ(scene.held(2), 2u);
  EXPECT_THAT(scene.step({5, 1, 6}), ElementsAre(bounding, cover, waiting));
  EXPECT_THAT(scene.step({5, 1, 6}, {1, 0, 0}), ElementsAre(cover, cover, bounding));
  EXPECT_EQ(scene.held(2), 6u);
  EXPECT_THAT(scene.step({5, 1, 6}, {1, 0, 1}), ElementsAre(cover, cover, cover));
}

TEST(Bounding, FirstComesFirstWhateverItsSlot) {
  Scene scene({0, 1, 2});
  EXPECT_THAT(scene.step({0, 5, 2}), ElementsAre(cover, bounding, cover));
  EXPECT_THAT(scene.step({0, 5, 6}), ElementsAre(cover, bounding, waiting));
  EXPECT_THAT(scene.step({7, 5, 6}), ElementsAre(waiting, bounding, waiting));
  EXPECT_THAT(scene.step({7, 5, 6}, {0, 1, 0}), ElementsAre(waiting, cover, bounding));
}

TEST(Bounding, TheNewestCoverCountsWhenARunStarts) {
  Scene scene({0, 1, 2});
  scene.step({5, 6, 2});
  scene.step({5, 7, 2});
  scene.step({5, 8, 2}, {1, 0, 0});
  EXPECT_EQ(scene.held(1), 8u);
}

TEST(Bounding, ARunIsNotTurnedAroundButFollowedByAnother) {
  Scene scene({0, 1, 2});
  scene.step({5, 1, 2});
  EXPECT_THAT(scene.step({9, 1, 2}), ElementsAre(bounding, cover, cover));
  EXPECT_EQ(scene.held(0), 5u);
  EXPECT_THAT(scene.step({9, 1, 2}, {1, 0, 0}), ElementsAre(bounding, cover, cover));
  EXPECT_EQ(scene.held(0), 9u);
}

TEST(Bounding, WhoGetsItsOldCoverBackWaitsNoLonger) {
  Scene scene({0, 1, 2});
  scene.step({5, 6, 2});
  EXPECT_THAT(scene.step({5, 1, 2}), ElementsAre(bounding, cover, cover));
}

TEST(Bounding, ARunThatTakesTooLongEndsWhereTheMemberStands) {
  Scene scene({0, 1, 2});
  scene.step({5, 6, 2});
  for (int k = 1; k < 30; ++k)
    EXPECT_THAT(scene.step({5, 6, 2}), ElementsAre(bounding, waiting, cover));
  EXPECT_THAT(scene.step({5, 6, 2}), ElementsAre(cover, bounding, cover));
  EXPECT_TRUE(scene.queue().slots()[0].stands());
  EXPECT_FALSE(scene.queue().slots()[1].stands());
  // Until its next run, for which its slot has to get another cover.
  EXPECT_THAT(scene.step({5, 6, 2}, {0, 1, 0}), ElementsAre(cover, cover, cover));
  EXPECT_TRUE(scene.queue().slots()[0].stands());
  EXPECT_THAT(scene.step({7, 6, 2}), ElementsAre(bounding, cover, cover));
  EXPECT_FALSE(scene.queue().slots()[0].stands());
}

TEST(Bounding, WhoHoldsNoCoverYetStandsUntilItIsItsTurn) {
  Scene scene({kNoCover, kNoCover, 2});
  EXPECT_THAT(scene.step({0, 1, 2}, {0, 0, 1}), ElementsAre(bounding, waiting, cover));
  EXPECT_TRUE(scene.queue().slots()[1].stands());
  EXPECT_THAT(scene.step({0, 1, 2}, {1, 0, 1}), ElementsAre(cover, bounding, cover));
}

TEST(Bounding, WhoIsInItsFirstCoverHoldsIt) {
  Scene scene({kNoCover, kNoCover, kNoCover});
  EXPECT_THAT(scene.step({0, 1, 2}, {1, 1, 1}), ElementsAre(cover, cover, cover));
  EXPECT_EQ(scene.held(1), 1u);
}

TEST(Bounding, ASlotWithoutCoverIsInNobodysWay) {
  Scene scene({0, 1, 2});
  EXPECT_THAT(scene.step({kNoCover, 5, 2}), ElementsAre(cover, bounding, cover));
  EXPECT_EQ(scene.held(0), kNoCover);
}

TEST(Bounding, WhateverHappensNoTwoRunAndEveryoneGetsItsTurn) {
  test::Draw draw;
  Scene scene({0, 1, 2});
  std::vector<std::size_t> covers{0, 1, 2};
  std::vector<std::uint8_t> arrived(3);
  for (int step = 0; step < 2000; ++step) {
    if (draw(3) == 0) covers[draw(3)] = draw(60);
    for (std::uint8_t& flag : arrived)
      flag = draw(4) == 0 ? 1 : 0;
    const auto states = scene.step(covers, arrived);
    EXPECT_LE(std::ranges::count(states, bounding), 1);
    EXPECT_TRUE(std::ranges::count(states, waiting) == 0 || std::ranges::count(states, bounding) == 1);
  }
  for (int step = 0; step < 10; ++step)
    scene.step(covers, {1, 1, 1});
  EXPECT_THAT(scene.step(covers, {1, 1, 1}), ElementsAre(cover, cover, cover));
  for (std::size_t slot = 0; slot < 3; ++slot)
    EXPECT_EQ(scene.held(slot), covers[slot]);
}

TEST(Bounding, ArrivalIsNearAndSlow) {
  EXPECT_TRUE(has_arrived({}, 0.5, 0.05));
  EXPECT_FALSE(has_arrived({}, 0.51, 0.05));
  EXPECT_FALSE(has_arrived({}, 0.2, 0.1));
}

}  // namespace
}  // namespace drover::bounding_test
