#include <fmt/format.h>
#include <gtest/gtest.h>

#include "behaviors/route.h"
#include "behaviors/stage.h"

namespace drover::test::follow_path_test {
namespace {

std::string follow(const std::string& keys = "") {
  return R"({"type":"follow_path","path":"p")" + keys + "}";
}

constexpr const char* kZigzag = "[[4,0],[8,5],[12,0],[16,5]]";

// The waypoint the actor is on the way to.
double waypoint_of(const Simulator& simulator) {
  return test::memory_of(simulator.world())[0];
}

TEST(FollowPath, VisitsEveryWaypointInOrderAndRestsOnTheLast) {
  Simulator simulator = simulator_of({.behavior = follow(), .scenario = path(kZigzag)});
  const std::vector<Vec3> waypoints = {{4, 0, 0}, {8, 5, 0}, {12, 0, 0}, {16, 5, 0}};
  for (int k = 0; k < 1500; ++k) {
    const double before = waypoint_of(simulator);
    const Vec3 position = position_of(simulator);
    run_steps(simulator, 1);
    const double after = waypoint_of(simulator);
    ASSERT_LE(after, 3.0);
    if (after == before) continue;
    ASSERT_EQ(after, before + 1.0);
    ASSERT_LT(length(position - waypoints[static_cast<std::size_t>(before)]), 1.0);
  }
  EXPECT_EQ(waypoint_of(simulator), 3.0);
  EXPECT_LT(distance_to(simulator, waypoints[3]), 1e-6);
}

// Across the edge it would be 2 m to the waypoint; the path goes 18 m the other way.
TEST(FollowPath, TakesTheDrawnWayInAWorldThatWraps) {
  constexpr const char* kTorus =
      R"(,"world":{"bounds":{"min":[0,0],"max":[20,20],"edge":"wrap"},"paths":{"p":{"points":[[19,5]]}}})";
  Simulator simulator =
      simulator_of({.behavior = follow(), .actor = R"("position":[1,5])", .scenario = kTorus});
  run_steps(simulator, 100);
  EXPECT_GT(velocity_of(simulator).x, 0.0);
  EXPECT_GT(position_of(simulator).x, 3.0);
  EXPECT_LT(position_of(simulator).x, 19.0);
}

TEST(FollowPath, OnePointIsArriveBitForBit) {
  EXPECT_TRUE(move_alike({.behavior = follow(), .scenario = path("[[7,3]]")},
                         {.behavior = R"({"type":"arrive","target":{"point":[7,3]}})"}, 400));
}

TEST(FollowPath, NeverPassesTheEndOfAnOpenPath) {
  // Every waypoint is within reach at once.
  Simulator simulator = simulator_of(
      {.behavior = follow(R"(,"waypoint_radius":50)"), .scenario = path("[[1,0],[2,0],[3,0],[9,4]]")});
  EXPECT_EQ(request_of(simulator), request_of({.behavior = R"({"type":"arrive","target":{"point":[9,4]}})"}));
  run_steps(simulator, 100);
  EXPECT_EQ(waypoint_of(simulator), 3.0);
}

TEST(FollowPath, ArrivesFromTheMomentTheLastWaypointIsCurrent) {
  // The first is passed in the first step; the last is within the braking distance of a slow arrival.
  const auto ask = [](const std::string& behavior) {
    return request_of({.behavior = behavior, .type = kStrong, .scenario = path("[[0.5,0],[1.5,0]]")});
  };
  const auto request = ask(follow(R"(,"deceleration":"slow")"));
  EXPECT_EQ(request, ask(R"({"type":"arrive","target":{"point":[1.5,0]},"deceleration":"slow"})"));
  EXPECT_NE(request, ask(R"({"type":"seek","target":{"point":[1.5,0]}})"));
}

TEST(FollowPath, PassesAtMostOnceRoundAClosedPathInAStep) {
  Simulator simulator = simulator_of(
      {.behavior = follow(R"(,"waypoint_radius":50)"), .scenario = path("[[1,0],[2,0],[3,1]]", kClosed)});
  run_steps(simulator, 1);
  EXPECT_EQ(waypoint_of(simulator), 0.0);
}

TEST(FollowPath, GoesRoundAClosedPathForever) {
  Simulator simulator =
      simulator_of({.behavior = follow(), .scenario = path("[[5,0],[5,5],[0,5],[0,0]]", kClosed)});
  int rounds = 0;
  for (int k = 0; k < 3000; ++k) {
    const double before = waypoint_of(simulator);
    run_steps(simulator, 1);
    const double after = waypoint_of(simulator);
    ASSERT_TRUE(after == before || after == before + 1.0 || (before == 3.0 && after == 0.0));
    rounds += before == 3.0 && after == 0.0;
  }
  // 60 s at nearly 3 m/s on a way of somewhat less than 20 m.
  EXPECT_GE(rounds, 7);
  EXPECT_FALSE(simulator.goal(0));
}

TEST(FollowPath, BackwardIsTheReversedPathForwardBitForBit) {
  const std::string backward = R"(,"direction":"backward")";
  EXPECT_TRUE(move_alike({.behavior = follow(backward), .scenario = path(kZigzag)},
                         {.behavior = follow(), .scenario = path("[[16,5],[12,0],[8,5],[4,0]]")}, 1200));
  EXPECT_TRUE(move_alike({.behavior = follow(backward), .scenario = path("[[0,0],[6,0],[6,6]]", kClosed)},
                         {.behavior = follow(), .scenario = path("[[6,6],[6,0],[0,0]]", kClosed)}, 1200));
}

TEST(FollowPath, EndSeekRunsThroughTheLastWaypoint) {
  Simulator simulator =
      simulator_of({.behavior = follow(R"(,"end":"seek")"), .scenario = path("[[4,0],[8,0]]")});
  double farthest = 0.0;
  for (int k = 0; k < 500; ++k) {
    run_steps(simulator, 1);
    farthest = larger(farthest, position_of(simulator).x);
  }
  // The braking way at 3 m/s and 6 m/s^2 is 0.75 m.
  EXPECT_GT(farthest, 8.5);
}

TEST(FollowPath, EndStopHaltsAtTheLastWaypoint) {
  Simulator simulator =
      simulator_of({.behavior = follow(R"(,"end":"stop")"), .scenario = path("[[4,0],[8,0]]")});
  double speed_near_the_end = 0.0;
  double farthest = 0.0;
  for (int k = 0; k < 600; ++k) {
    // The braking way at 3 m/s and 6 m/s^2 is 0.75 m.
    if (position_of(simulator).x <= 6.5) speed_near_the_end = velocity_of(simulator).x;
    run_steps(simulator, 1);
    farthest = larger(farthest, position_of(simulator).x);
  }
  EXPECT_GT(speed_near_the_end, 2.9);
  EXPECT_LT(farthest, 8.02);
  EXPECT_NEAR(position_of(simulator).x, 8.0, 1e-3);
}

TEST(FollowPath, RepeatedPointsCountOnce) {
  EXPECT_TRUE(move_alike({.behavior = follow(), .scenario = path("[[4,0],[4,0],[8,5],[8,5]]")},
                         {.behavior = follow(), .scenario = path("[[4,0],[8,5]]")}, 400));
}

TEST(FollowPath, LastWaypointOfAnOpenPathIsTheGoal) {
  const auto forward = simulator_of({.behavior = follow(), .scenario = path(kZigzag)}).goal(0);
  const auto backward =
      simulator_of({.behavior = follow(R"(,"direction":"backward")"), .scenario = path(kZigzag)}).goal(0);
  ASSERT_TRUE(forward && backward);
  EXPECT_EQ(forward->position, (Vec3{16, 5, 0}));
  EXPECT_EQ(backward->position, (Vec3{4, 0, 0}));
}

}  // namespace
}  // namespace drover::test::follow_path_test
