#include "observe/replay/frame_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace drover::frame_table_test {
namespace {

std::vector<std::int64_t> steps_of(const FrameTable& table) {
  std::vector<std::int64_t> steps;
  for (const ReplayFrame& frame : table.frames())
    steps.push_back(frame.step);
  return steps;
}

TEST(FrameTable, KeepsEvenlySpacedFrames) {
  FrameTable table(5);
  for (std::int64_t step = 0; step <= 11; ++step)
    table.frame(step);
  EXPECT_THAT(steps_of(table), testing::ElementsAre(0, 4, 8));
  EXPECT_EQ(table.frame(9), nullptr) << "not one of them";
  table.add_last(11);
  EXPECT_THAT(steps_of(table), testing::ElementsAre(0, 4, 8, 11));
  table.add_last(11);
  EXPECT_EQ(table.frames().size(), 4u) << "once";
  EXPECT_EQ(table.first_from(5), 2u);
  EXPECT_EQ(table.first_from(12), 4u);
}

// Such as of a run that goes on from a snapshot, or of a trace that begins later.
TEST(FrameTable, CountsFromTheFirstStep) {
  FrameTable table(5);
  for (std::int64_t step = 7; step <= 57; step += 10)
    table.frame(step);
  EXPECT_THAT(steps_of(table), testing::ElementsAre(7, 27, 47));
}

TEST(FrameTable, TakesStepsInAnyOrder) {
  FrameTable table(5);
  for (const std::int64_t step : {3, 1, 2, 0, 2})
    table.frame(step);
  EXPECT_THAT(steps_of(table), testing::ElementsAre(0, 1, 2, 3));
}

// Who jumped to a frame that goes has jumped to the one after it.
TEST(FrameTable, RemembersTheJumpsOfFramesThatGo) {
  FrameTable table(4);
  for (std::int64_t step = 0; step < 4; ++step)
    table.frame(step)->samples = {{{}, {}, true, step == 1}};
  table.shrink(3);
  EXPECT_THAT(steps_of(table), testing::ElementsAre(0, 2));
  EXPECT_TRUE(table.frames()[1].samples[0].has_jumped);
}

TEST(FrameLimits, GiveManyAgentsFewerFrames) {
  const FrameLimits limits{.frames = 600, .samples = 600'000, .fewest = 24};
  EXPECT_EQ(limits.frames_of(0), 600u);
  EXPECT_EQ(limits.frames_of(1000), 600u);
  EXPECT_EQ(limits.frames_of(10'000), 60u);
  EXPECT_EQ(limits.frames_of(10'000'000), 24u);
}

TEST(CrossesEdge, TellsAShorterWayOverAnEdge) {
  BoundsDef def;
  def.min = {0, 0, 0};
  def.max = {10, 10, 0};
  def.edge = Edge::wrap;
  const Bounds torus(def);
  EXPECT_TRUE(crosses_edge(torus, {9, 5, 0}, {1, 5, 0}));
  EXPECT_FALSE(crosses_edge(torus, {4, 5, 0}, {6, 5, 0}));
  EXPECT_FALSE(crosses_edge(Bounds(), {9, 5, 0}, {1, 5, 0}));
}

}  // namespace
}  // namespace drover::frame_table_test
