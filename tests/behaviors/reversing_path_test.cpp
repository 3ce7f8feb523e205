// Paths that come back on themselves, where the same place lies on two branches.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "behaviors/route.h"
#include "behaviors/stage.h"
#include "sim/step/goals.h"

namespace drover::test::reversing_path_test {
namespace {

struct Follower {
  std::string behavior;
  double end_radius;  // within this of the end it is done [m]
};

std::vector<Follower> followers(const std::string& keys = "") {
  return {{R"({"type":"follow_path","path":"p","variant":"rabbit")" + keys + "}", 0.05},
          {R"({"type":"follow_path","path":"p","variant":"predictive")" + keys + "}", 0.05},
          {R"({"type":"follow_corridor","path":"p")" + keys + "}", 0.05},
          {R"({"type":"follow_path","path":"p"})", 0.05}};
}

// How often the actor crosses x = 5 within a time.
int crossings(Simulator& simulator, int steps) {
  int count = 0;
  for (int k = 0; k < steps; ++k) {
    const double before = position_of(simulator).x;
    run_steps(simulator, 1);
    if ((before - 5.0) * (position_of(simulator).x - 5.0) < 0.0) ++count;
  }
  return count;
}

TEST(ReversingPath, GoesToAndFroOnAClosedPathOfTwoPoints) {
  for (const char* offset : {"", R"(,"path_offset":-2)"}) {
    for (const Follower& follower : followers(offset)) {
      Simulator simulator =
          simulator_of({.behavior = follower.behavior, .scenario = path("[[0,0],[10,0]]", kClosed)});
      // 120 s at nearly 3 m/s on ways of 10 m; in a corridor the agent overshoots by up to its half width.
      EXPECT_GE(crossings(simulator, 6000), 20) << follower.behavior;
    }
  }
}

TEST(ReversingPath, GoesThereAndBackOnce) {
  for (const Follower& follower : followers()) {
    Simulator simulator =
        simulator_of({.behavior = follower.behavior, .scenario = path("[[0,0],[10,0],[0,0]]")});
    EXPECT_EQ(crossings(simulator, 1500), 2) << follower.behavior;
    EXPECT_LT(length(position_of(simulator)), follower.end_radius) << follower.behavior;
  }
}

TEST(ReversingPath, GoesThereAndBackAgainstTheOrderOfThePoints) {
  for (const Follower& follower : followers(R"(,"path_offset":-2)")) {
    if (follower.behavior.find("offset") == std::string::npos) continue;
    Simulator simulator =
        simulator_of({.behavior = follower.behavior, .scenario = path("[[0,0],[10,0],[0,0]]")});
    EXPECT_EQ(crossings(simulator, 1500), 2) << follower.behavior;
    EXPECT_LT(length(position_of(simulator)), follower.end_radius) << follower.behavior;
  }
}

// A way into a dead end and out of it again, and an acute corner whose branches part.
TEST(ReversingPath, ComesOutOfADeadEnd) {
  for (const char* points : {"[[0,0],[8,0],[8,6],[8,0],[16,0]]", "[[0,0],[10,0],[2,2],[16,6]]",
                             "[[0,0],[10,0],[10,0.01],[0,0.01],[0,8]]"}) {
    for (const Follower& follower : followers()) {
      const std::string world = path(points);
      Simulator simulator = simulator_of({.behavior = follower.behavior, .scenario = world});
      run_steps(simulator, 3000);
      const Vec3 end = simulator.goal(0)->position;
      EXPECT_LT(distance_to(simulator, end), follower.end_radius) << follower.behavior << world;
    }
  }
}

TEST(ReversingPath, ReachesTheDeadEndBeforeItTurns) {
  for (const Follower& follower : followers()) {
    Simulator simulator =
        simulator_of({.behavior = follower.behavior, .scenario = path("[[0,0],[8,0],[8,6],[8,0],[16,0]]")});
    double highest = 0.0;
    for (int k = 0; k < 1500; ++k) {
      run_steps(simulator, 1);
      highest = larger(highest, position_of(simulator).y);
    }
    EXPECT_GT(highest, 4.9) << follower.behavior;
  }
}

// Sheared by whatever angle, a rhombus is followed as closely as a square, within what an offset of 2 m cuts,
// and no slower: no corner of it is a reversal.
TEST(ReversingPath, ShearedSquaresAreFollowedAlike) {
  for (const double shear : {-4.0, -0.2, 0.0, 0.2, 4.0}) {
    const std::string points = fmt::format("[[0,0],[10,0],[{},10],[{},10]]", 10 + shear, shear);
    for (const char* variant : {"rabbit", "predictive"}) {
      Simulator simulator = simulator_of(
          {.behavior = fmt::format(R"({{"type":"follow_path","path":"p","variant":"{}"}})", variant),
           .type = R"(,"max_speed":3,"max_acceleration":6)",
           .scenario = path(points, kClosed)});
      const Path& route = simulator.world().model().paths[0];
      double farthest = 0.0;
      double slowest = kInfinity;
      for (int k = 0; k < 2000; ++k) {
        run_steps(simulator, 1);
        const Vec3 at = position_of(simulator);
        farthest = larger(farthest, length(route.point_at(route.nearest_parameter(at)) - at));
        if (k > 200) slowest = smaller(slowest, length(velocity_of(simulator)));
      }
      EXPECT_LT(farthest, 0.8) << variant << shear;
      EXPECT_GT(slowest, 1.5) << variant << shear;
    }
  }
}

// The agent begins where its way ends.
constexpr const char* kRound = "[[5,0],[0,0]]";

TEST(GoalOfAPath, IsReachedOnlyAtTheEndOfItsCourse) {
  for (const char* points : {kRound, "[[0,0],[6,0],[6,6],[0,6],[0,0]]", "[[0,0],[8,0],[0,0.1]]"}) {
    for (const Follower& follower : followers()) {
      if (points == kRound && follower.behavior.find("variant") != std::string::npos) continue;
      if (points == kRound && follower.behavior.find("corridor") != std::string::npos) continue;
      Simulator simulator = simulator_of({.behavior = follower.behavior, .scenario = path(points)});
      run_steps(simulator, 20);
      const std::optional<Goal> goal = simulator.goal(0);
      ASSERT_TRUE(goal);
      EXPECT_GT(distance_to(*goal, simulator.world(), 0), 2.0) << follower.behavior << points;
      run_steps(simulator, 2000);
      EXPECT_LT(distance_to(*simulator.goal(0), simulator.world(), 0), 0.05) << follower.behavior << points;
    }
  }
}

TEST(GoalOfAPath, DistanceIsWhatIsLeftOfThePath) {
  Simulator simulator = simulator_of({.behavior = R"({"type":"follow_path","path":"p","variant":"rabbit"})",
                                      .actor = R"("position":[6,1])",
                                      .scenario = path("[[0,0],[10,0],[10,7]]")});
  EXPECT_DOUBLE_EQ(distance_to(*simulator.goal(0), simulator.world(), 0), 11.0);
  Simulator waypoints =
      simulator_of({.behavior = R"({"type":"follow_path","path":"p","direction":"backward"})",
                    .actor = R"("position":[10,7])",
                    .scenario = path("[[0,0],[10,0],[10,7]]")});
  EXPECT_DOUBLE_EQ(distance_to(*waypoints.goal(0), waypoints.world(), 0), 17.0);
}

}  // namespace
}  // namespace drover::test::reversing_path_test
