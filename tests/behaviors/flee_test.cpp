#include <gtest/gtest.h>

#include "behaviors/stage.h"

namespace drover::test::flee_test {
namespace {

TEST(Flee, IsNotSeekWithItsSignTurned) {
  Stage stage{.behavior = R"({"type":"flee","target":{"point":[8,2]},"response_time":1})",
              .actor = R"("position":[5,6],"velocity":[3,3])",
              .type = R"(,"max_speed":5,"max_acceleration":20)"};
  // Away at full speed is (-3, 4); minus the velocity, not plus it.
  EXPECT_NEAR(length(*request_of(stage) - Vec3{-6, 1, 0}), 0.0, 1e-14);
}

TEST(Flee, ActsUpToThePanicDistanceAndNotBeyond) {
  const auto ask = [](const char* x) {
    return request_of({.behavior = R"({"type":"flee","target":{"point":[0,0]},"panic_distance":5})",
                       .actor = R"("position":[)" + std::string(x) + ",0]"});
  };
  EXPECT_TRUE(ask("5"));
  EXPECT_FALSE(ask("5.000001"));
}

TEST(Flee, WithoutPanicDistanceItActsAtAnyDistance) {
  EXPECT_TRUE(request_of(
      {.behavior = R"({"type":"flee","target":{"point":[0,0]}})", .actor = R"("position":[90000,0])"}));
}

// From rest at x = 2 the closed form of seek holds until x > 5; then nothing brakes the agent. The numbers
// are those of a published run (Yuka 0.7.8).
TEST(Flee, CoastsForeverOnceOutOfReach) {
  Simulator simulator = simulator_of(
      {.behavior = R"({"type":"flee","target":{"point":[0,0]},"panic_distance":5,"response_time":1})",
       .actor = R"("position":[2,0])",
       .type = type_with_speed("2"),
       .scenario = kSixtieth});
  const auto x = [](int n) { return 2.0 + 2.0 / 60.0 * (n - 59.0 * (1.0 - std::pow(59.0 / 60.0, n))); };
  int last = 0;
  while (x(last) <= 5.0)
    ++last;
  run_steps(simulator, last);
  EXPECT_NEAR(position_of(simulator).x, x(last), 1e-12);
  const Vec3 speed = velocity_of(simulator);
  EXPECT_NEAR(speed.x, 2.0 * (1.0 - std::pow(59.0 / 60.0, last)), 1e-12);
  EXPECT_NEAR(speed.x, 1.822197, 1e-6);
  run_steps(simulator, 150 - last);
  EXPECT_NEAR(position_of(simulator).x, 5.190393, 1e-6);
  run_steps(simulator, 1000);
  EXPECT_EQ(velocity_of(simulator), speed);
}

TEST(Flee, DistanceNeverShrinksOnceTheAgentMovesAway) {
  Simulator simulator = simulator_of({.behavior = R"({"type":"flee","target":{"point":[0,0]}})",
                                      .actor = R"("position":[6,1],"velocity":[-2.5,1])"});
  bool away = false;
  for (int k = 0; k < 500; ++k) {
    const double before = length(position_of(simulator));
    away = away || dot(position_of(simulator), velocity_of(simulator)) > 0.0;
    run_steps(simulator, 1);
    if (away) {
      ASSERT_GE(length(position_of(simulator)), before) << k;
    }
  }
  EXPECT_TRUE(away);
}

TEST(Flee, OnTheTargetItFleesAlongItsHeading) {
  const auto request =
      request_of({.behavior = R"({"type":"flee","target":{"point":[1,1]},"response_time":1})",
                  .actor = R"("position":[1,1],"velocity":[0,1])",
                  .type = R"(,"max_speed":3)"});
  EXPECT_EQ(request, (Vec3{0, 2, 0}));
}

TEST(Flee, AgentsOnOneSpotFleeInOppositeDirections) {
  const std::string both = scene(R"([{"type":"flee","target":{"agent_type":"a"}}])",
                                 R"([{"type":"a","position":[1,1]},{"type":"a","position":[1,1]}])");
  const auto first = request_of(both, 0);
  const auto second = request_of(both, 1);
  ASSERT_TRUE(first && second);
  EXPECT_LT(first->x, 0.0);
  EXPECT_EQ(first->x, -second->x);
  EXPECT_EQ(first->y, 0.0);
}

// Of an acceleration without a velocity term the opposite is the way back; the comment in the printed listing
// has it point to the target.
TEST(Flee, FullAccelerationIsThatOfSeekTurnedRound) {
  Stage stage{.behavior = R"({"type":"flee","target":{"point":[8,2]},"variant":"full_accel"})",
              .actor = R"("position":[5,6],"velocity":[3,3])",
              .type = R"(,"max_speed":5,"max_acceleration":4)"};
  const auto away = request_of(stage);
  EXPECT_NEAR(length(*away - Vec3{-2.4, 3.2, 0}), 0.0, 1e-14);
  stage.behavior = R"({"type":"seek","target":{"point":[8,2]},"variant":"full_accel"})";
  EXPECT_EQ(*away, -*request_of(stage));
}

TEST(Flee, FullAccelerationOnTheTargetGoesAlongTheHeading) {
  const auto request =
      request_of({.behavior = R"({"type":"flee","target":{"point":[1,1]},"variant":"full_accel"})",
                  .actor = R"("position":[1,1],"heading_deg":90)",
                  .type = R"(,"max_acceleration":4)"});
  EXPECT_NEAR(length(*request - Vec3{0, 4, 0}), 0.0, 1e-14);
}

// Out of reach there is no request, which leaves the agent to whatever else wants to brake it.
TEST(Flee, OutOfReachAnotherBehaviorStopsIt) {
  Simulator simulator =
      simulator_of({.behavior = R"({"type":"flee","target":{"point":[0,0]},"panic_distance":5,"weight":10},
                      {"type":"match_velocity","target":{"agent":"post"},"response_time":1})",
                    .actor = R"("position":[2,0])",
                    .bodies = R"(,{"type":"body","id":"post","position":[0,0]})"});
  run_steps(simulator, 1000);
  EXPECT_GT(position_of(simulator).x, 5.0);
  EXPECT_LT(length(velocity_of(simulator)), 1e-6);
}

}  // namespace
}  // namespace drover::test::flee_test
