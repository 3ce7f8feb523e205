#include <gtest/gtest.h>

#include "behaviors/stage.h"

namespace drover::test {
namespace {

constexpr const char* kSeek = R"({"type":"seek","target":{"point":[10,0]},"response_time":1})";

// v += (2 - v) dt gives v = 2 (1 - a^n) with a = 1 - dt, and the positions are its sum.
TEST(Seek, FollowsItsClosedFormFromRest) {
  Simulator simulator =
      simulator_of({.behavior = kSeek, .type = type_with_speed("2"), .scenario = kSixtieth});
  for (int n = 1; n <= 350; ++n) {
    run_steps(simulator, 1);
    const double approach = 1.0 - std::pow(59.0 / 60.0, n);
    ASSERT_NEAR(velocity_of(simulator).x, 2.0 * approach, 1e-12) << n;
    ASSERT_NEAR(position_of(simulator).x, 2.0 / 60.0 * (n - 59.0 * approach), 1e-12) << n;
    ASSERT_EQ(position_of(simulator).y, 0.0);
  }
}

// A published run of the same law (Yuka 0.7.8).
TEST(Seek, AgreesWithAPublishedRun) {
  Simulator simulator =
      simulator_of({.behavior = kSeek, .type = type_with_speed("2"), .scenario = kSixtieth});
  run_steps(simulator, 60);
  EXPECT_NEAR(velocity_of(simulator).x, 1.270415, 1e-6);
  EXPECT_NEAR(position_of(simulator).x, 0.750758, 1e-6);
  run_steps(simulator, 240);
  EXPECT_NEAR(velocity_of(simulator).x, 1.987080, 1e-6);
  EXPECT_NEAR(position_of(simulator).x, 8.046038, 1e-6);
  run_steps(simulator, 60);
  EXPECT_NEAR(position_of(simulator).x, 10.036857, 1e-6);
}

TEST(Seek, AsksForTheDifferenceToFullSpeedOverTheResponseTimeE0_01) {
  Stage stage{.behavior = R"({"type":"seek","target":{"point":[8,2]},"response_time":1})",
              .actor = R"("position":[5,6],"velocity":[3,3])",
              .type = R"(,"max_speed":5,"max_acceleration":20)"};
  // Full speed is (3, -4).
  EXPECT_NEAR(length(*request_of(stage) - Vec3{0, -7, 0}), 0.0, 1e-14);
  stage.behavior = R"({"type":"seek","target":{"point":[8,2]},"response_time":0.5})";
  EXPECT_NEAR(length(*request_of(stage) - Vec3{0, -14, 0}), 0.0, 1e-14);
}

TEST(Seek, RequestIsClippedToTheAccelerationLimit) {
  const auto request =
      request_of({.behavior = R"({"type":"seek","target":{"point":[8,2]},"response_time":1})",
                  .actor = R"("position":[5,6],"velocity":[3,3])",
                  .type = R"(,"max_speed":5,"max_acceleration":2)"});
  EXPECT_NEAR(length(*request - Vec3{0, -2, 0}), 0.0, 1e-14);
}

TEST(Seek, BrakesOnTheTarget) {
  const auto request = request_of({.behavior = kSeek, .actor = R"("position":[10,0],"velocity":[1,-2])"});
  EXPECT_EQ(request, (Vec3{-1, 2, 0}));
}

TEST(Seek, RunsThroughTheTargetAndComesBack) {
  Simulator simulator =
      simulator_of({.behavior = kSeek, .type = type_with_speed("2"), .scenario = kSixtieth});
  run_steps(simulator, 360);
  EXPECT_GT(position_of(simulator).x, 10.0);
  EXPECT_GT(velocity_of(simulator).x, 1.9);
  double farthest = 0.0;
  for (int k = 0; k < 300; ++k) {
    run_steps(simulator, 1);
    farthest = larger(farthest, position_of(simulator).x);
  }
  EXPECT_GT(farthest, 10.3);
  EXPECT_LT(velocity_of(simulator).x, 0.0);
}

TEST(Seek, TakesTheShortWayInAWorldThatWraps) {
  const auto request =
      request_of({.behavior = R"({"type":"seek","target":{"point":[5,50]}})",
                  .actor = R"("position":[95,50])",
                  .scenario = R"(,"world":{"bounds":{"min":[0,0],"max":[100,100],"edge":"wrap"}})"});
  EXPECT_GT(request->x, 0.0);
  EXPECT_EQ(request->y, 0.0);
}

TEST(Seek, SeeksTheNearestOfAGroupButNotItself) {
  const std::string member = R"(,{"type":"body","group":"g","position":)";
  const auto request = request_of({.behavior = R"({"type":"seek","target":{"group":"g"}})",
                                   .actor = R"("position":[0,0],"group":"g")",
                                   .bodies = member + "[0,-4]}" + member + "[3,0]}"});
  EXPECT_GT(request->x, 0.0);
  EXPECT_EQ(request->y, 0.0);
}

TEST(Seek, WithoutATargetThereIsNoRequest) {
  EXPECT_FALSE(request_of(
      {.behavior = R"({"type":"seek","target":{"group":"g"}})", .actor = R"("position":[0,0],"group":"g")"}));
}

TEST(Seek, OnlyWhatStandsStillIsAGoal) {
  const auto goal = simulator_of({.behavior = kSeek}).goal(0);
  ASSERT_TRUE(goal);
  EXPECT_EQ(goal->position, (Vec3{10, 0, 0}));
  EXPECT_FALSE(simulator_of({.behavior = R"({"type":"seek","target":{"agent":"t"}})",
                             .bodies = R"(,{"type":"body","id":"t","position":[3,0]})"})
                   .goal(0));
}

}  // namespace
}  // namespace drover::test
