#include <gtest/gtest.h>

#include "behaviors/stage.h"

namespace drover::test::seek_test {
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

TEST(Seek, AsksForTheDifferenceToFullSpeedOverTheResponseTime) {
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

// A known wrong listing subtracts the position from itself, which asks for nothing from an agent at rest.
TEST(Seek, GoesFromItsPlaceToTheTarget) {
  const auto request = request_of({.behavior = R"({"type":"seek","target":{"point":[-6,8]}})",
                                   .type = R"(,"max_speed":5,"max_acceleration":1000)"});
  EXPECT_NEAR(length(*request - Vec3{-30, 40, 0}), 0.0, 1e-12);
}

constexpr const char* kPull = R"({"type":"seek","target":{"point":[8,2]},"variant":"full_accel"})";

TEST(Seek, FullAccelerationDoesNotLookAtTheVelocity) {
  for (const char* velocity : {"[3,3]", "[0,0]", "[-1,4]"}) {
    const auto request = request_of({.behavior = kPull,
                                     .actor = R"("position":[5,6],"velocity":)" + std::string(velocity),
                                     .type = R"(,"max_speed":5,"max_acceleration":4)"});
    EXPECT_NEAR(length(*request - Vec3{2.4, -3.2, 0}), 0.0, 1e-14);
  }
}

TEST(Seek, FullAccelerationIsZeroOnTheTarget) {
  const auto request = request_of({.behavior = kPull, .actor = R"("position":[8,2],"velocity":[1,1])"});
  ASSERT_TRUE(request);
  EXPECT_EQ(*request, Vec3{});
}

struct Swing {
  double farthest = 0.0;  // beyond the target [m]
  double period = 0.0;    // between two passes in the same direction [s]
};

// Swings about the origin, from rest at -4.
Swing swing(const std::string& type) {
  const double dt = 0.001;
  Simulator simulator =
      simulator_of({.behavior = R"({"type":"seek","target":{"point":[0,0]},"variant":"full_accel"})",
                    .actor = R"("position":[-4,0])",
                    .type = type,
                    .scenario = R"(,"simulation":{"dt":0.001})"});
  Swing seen;
  int first_pass = 0;
  int passes = 0;
  for (int k = 1; passes < 5; ++k) {
    const double before = position_of(simulator).x;
    run_steps(simulator, 1);
    const double now = position_of(simulator).x;
    seen.farthest = larger(seen.farthest, now);
    if (before > 0.0 || now <= 0.0) continue;
    ++passes;
    if (passes == 1) first_pass = k;
    if (passes == 5) seen.period = 0.25 * dt * (k - first_pass);
  }
  return seen;
}

// Without friction it swings forever: a quarter of the period is the fall from 4 m, sqrt(2 * 4 / 2) s.
TEST(Seek, FullAccelerationSwingsAboutTheTarget) {
  const Swing free = swing(R"(,"max_speed":100,"max_acceleration":2)");
  EXPECT_NEAR(free.period, 8.0, 0.02);
  EXPECT_NEAR(free.farthest, 4.0, 0.02);
}

TEST(Seek, FullAccelerationSwingsNoFartherThanItsSpeedCarriesIt) {
  const Swing capped = swing(R"(,"max_speed":2,"max_acceleration":2)");
  EXPECT_NEAR(capped.farthest, 1.0, 0.01);
  EXPECT_NEAR(capped.period, 4.0, 0.02);
}

// A pull of 4 m/s^2 bends a way of 2 m/s into a circle of 1 m.
TEST(Seek, FullAccelerationOrbitsATargetItPassesSideways) {
  Simulator simulator =
      simulator_of({.behavior = R"({"type":"seek","target":{"point":[0,0]},"variant":"full_accel"})",
                    .actor = R"("position":[1,0],"velocity":[0,2])",
                    .type = R"(,"max_speed":10,"max_acceleration":4)",
                    .scenario = R"(,"simulation":{"dt":0.001})"});
  for (int k = 0; k < 10000; ++k) {
    run_steps(simulator, 1);
    ASSERT_NEAR(distance_to(simulator, {}), 1.0, 0.01) << k;
  }
}

}  // namespace
}  // namespace drover::test::seek_test
