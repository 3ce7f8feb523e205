// An agent that is pressed against a wall rests where the arbiter lets the wall and the push balance.
#include "failures/watched_run.h"

namespace drover::test::pressed_against_wall_test {
namespace {

constexpr double kPush = 2.239 * 6.0;  // m/s^2

// w gain (1.5 - y) = push.
TEST(F7BackedAgainstAWall, WeightedSumRestsWhereTheWeightedRequestsBalance) {
  WatchedRun run("f7_backed_against_a_wall");
  run.run_until(20.0);
  for (const double weight : {3.0, 4.0, 6.0}) {
    const std::string name = "sum_" + std::to_string(static_cast<int>(weight));
    EXPECT_NEAR(run.position(name).y, 1.5 - kPush / (4.0 * weight), 0.01) << name;
  }
}

TEST(F7BackedAgainstAWall, WeightedSumIsPushedThroughWhenTheWallIsWeak) {
  WatchedRun run("f7_backed_against_a_wall");
  run.run_until(3.0);
  EXPECT_LT(run.position("sum_1").y, 0.0);
  EXPECT_LT(run.position("sum_2").y, 0.0);
}

// The wall wins as soon as it asks for more than half of the limit.
TEST(F7BackedAgainstAWall, PrioritizedSumRestsWhereTheWallAsksForHalfOfTheLimit) {
  WatchedRun run("f7_backed_against_a_wall");
  run.run_until(20.0);
  for (const double gain : {4.0, 6.0, 12.0}) {
    const std::string name = "prioritized_" + std::to_string(static_cast<int>(gain));
    EXPECT_NEAR(run.position(name).y, 1.5 - 3.0 / gain, 0.01) << name;
  }
  EXPECT_LT(run.position("prioritized_2").y, 0.0);
}

TEST(F7BackedAgainstAWall, GroupsAndDitheringHoverWhereTheFeelerEnds) {
  WatchedRun run("f7_backed_against_a_wall");
  run.run_until(10.0);
  while (run.time() < 20.0) {
    run.step();
    EXPECT_GT(run.position("groups").y, 1.4);
    EXPECT_LT(run.position("groups").y, 1.55);
    EXPECT_GT(run.position("dithering").y, 1.1);
    EXPECT_LT(run.position("dithering").y, 1.55);
  }
}

}  // namespace
}  // namespace drover::test::pressed_against_wall_test
