#include <gtest/gtest.h>

#include "behaviors/turner.h"

namespace drover::test::kinematic_seek_test {
namespace {

std::string seek(const std::string& target, const std::string& keys = "") {
  return R"({"type":"kinematic_seek","target":{"point":)" + target + "}" + keys + "}";
}

std::string kinematic(const std::string& max_speed) {
  return kKinematicType + (R"(,"max_speed":)" + max_speed);
}

TEST(KinematicSeek, ExerciseOfTheSeed) {
  const auto request = request_of(
      {.behavior = seek("[8,2]"), .actor = R"("position":[5,6],"velocity":[3,3])", .type = kinematic("5")});
  EXPECT_NEAR(request->x, 3.0, 1e-14);
  EXPECT_NEAR(request->y, -4.0, 1e-14);
}

// The distance shrinks by max_speed dt in every step; then the agent jumps over the target and back.
TEST(KinematicSeek, GoesStraightAndEndsInATwoCycle) {
  Simulator simulator = simulator_of(
      {.behavior = seek("[10.03,0]"), .type = kinematic("5"), .scenario = R"(,"simulation":{"dt":0.1})"});
  for (int k = 1; k <= 20; ++k) {
    run_steps(simulator, 1);
    ASSERT_NEAR(distance_to(simulator, {10.03, 0.0, 0.0}), 10.03 - 0.5 * k, 1e-12);
  }
  Vec3 last[2];
  for (int k = 0; k < 40; ++k) {
    last[k % 2] = position_of(simulator);
    run_steps(simulator, 1);
    EXPECT_LE(distance_to(simulator, {10.03, 0.0, 0.0}), 0.5);
  }
  EXPECT_NEAR(length(last[0] - position_of(simulator)), 0.0, 1e-12);
  EXPECT_NEAR(length(last[1] - position_of(simulator)), 0.5, 1e-12);
}

TEST(KinematicSeek, StandsExactlyOnTheTarget) {
  const auto request = request_of({.behavior = seek("[0,0]"), .type = kinematic("5")});
  ASSERT_TRUE(request.has_value());
  EXPECT_EQ(*request, (Vec3{}));
}

TEST(KinematicSeek, GoesAtItsOwnSpeedWithinTheAgents) {
  const auto speed = [](const std::string& keys) {
    return request_of({.behavior = seek("[10,0]", keys), .type = kinematic("5")})->x;
  };
  EXPECT_EQ(speed(R"(,"max_speed":1.5)"), 1.5);
  EXPECT_EQ(speed(R"(,"max_speed":50)"), 5.0);
}

// A body with inertia takes one step to it where it is strong enough, and its limit where not.
TEST(KinematicSeek, ABodyWithInertiaHasTheVelocityAfterOneStep) {
  Simulator simulator = simulator_of({.behavior = seek("[8,2]"),
                                      .actor = R"("position":[5,6],"velocity":[3,3])",
                                      .type = R"(,"max_speed":5,"max_acceleration":1000)"});
  run_steps(simulator, 1);
  EXPECT_NEAR(length(velocity_of(simulator) - Vec3{3.0, -4.0, 0.0}), 0.0, 1e-12);
  const auto weak = request_of({.behavior = seek("[8,2]"), .actor = R"("position":[5,6],"velocity":[3,3])"});
  EXPECT_NEAR(length(*weak), 6.0, 1e-14);
}

TEST(KinematicSeek, WithoutItsTargetItAsksForNothing) {
  EXPECT_FALSE(request_of({.behavior = R"({"type":"kinematic_seek","target":{"group":"none"}})",
                           .actor = R"("position":[0,0],"group":"none")"}));
}

// The behavior writes no orientation: a body that faces by itself keeps its heading.
TEST(KinematicSeek, LeavesTheOrientationToTheBody) {
  Simulator simulator = simulator_of(
      {.behavior = seek("[0,9]"), .type = R"(,"locomotion":{"type":"kinematic","facing":"independent"})"});
  run_steps(simulator, 20);
  EXPECT_EQ(simulator.world().state.motion.heading(0), (Vec3{1.0, 0.0, 0.0}));
  EXPECT_NEAR(position_of(simulator).y, 1.2, 1e-12);
}

}  // namespace
}  // namespace drover::test::kinematic_seek_test
