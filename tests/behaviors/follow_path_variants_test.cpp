// The variants of follow_path other than its default, and when it is finished.
#include <stdexcept>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "behaviors/route.h"
#include "behaviors/stage.h"
#include "sim/step/goals.h"
#include "support/scene.h"

namespace drover::test::follow_path_variants_test {
namespace {

std::string follow(const std::string& keys = "") {
  return R"({"type":"follow_path","path":"p")" + keys + "}";
}

constexpr const char* kZigzag = "[[4,0],[8,5],[12,0],[16,5]]";

// A body that has any velocity it wants at once: the acceleration limit is out of the way and the time
// constant is one step.
constexpr double kFineStep = 0.002;
constexpr const char* kAtOnce = R"(,"response_time":0.002)";
constexpr const char* kNoLimit = R"(,"max_acceleration":1e5)";
std::string fine(const std::string& keys) {
  return keys + R"(,"simulation":{"dt":0.002})";
}

std::string rabbit(const std::string& keys = "") {
  return follow(R"(,"variant":"rabbit")" + keys);
}

std::string predictive(const std::string& keys = "") {
  return follow(R"(,"variant":"predictive")" + keys);
}

TEST(FollowPath, SwitchesWithinTheRadiusAndSteersToTheNextAtOnce) {
  Simulator simulator = simulator_of(
      {.behavior = follow(kAtOnce), .type = kNoLimit, .scenario = fine(path("[[0,0],[10,0],[10,10]]"))});
  while (remembered(simulator) < 2.0 && simulator.world().time() < 10.0)
    run_steps(simulator, 1);
  // It switched in the first step that began nearer than 1 m, and walked that step towards the new one.
  const double stride = 3.0 * kFineStep;
  EXPECT_NEAR(position_of(simulator).x, 9.0, stride);
  EXPECT_GT(position_of(simulator).y, 0.0);
  EXPECT_NEAR(cross(velocity_of(simulator), Vec3{10, 10, 0} - position_of(simulator)).z, 0.0, 1e-9);
}

TEST(FollowPath, OnePointIsArriveBitForBitInEveryVariant) {
  for (const std::string& behavior : {rabbit(), predictive(), rabbit(R"(,"path_offset":-2)")}) {
    EXPECT_TRUE(move_alike({.behavior = behavior, .scenario = path("[[7,3]]")},
                           {.behavior = R"({"type":"arrive","target":{"point":[7,3]}})"}, 400))
        << behavior;
  }
}

// The agent aims path_offset ahead of its foot on the line, so dy/dx = -y / path_offset.
TEST(FollowPath, CrossTrackErrorDecaysWithThePathOffset) {
  for (const double start : {1.0, -1.5}) {
    Simulator simulator = simulator_of({.behavior = rabbit(kAtOnce),
                                        .actor = fmt::format(R"("position":[0,{}])", start),
                                        .type = kNoLimit,
                                        .scenario = fine(path("[[-10,0],[100,0]]"))});
    for (int k = 0; k < 1000; ++k) {
      run_steps(simulator, 1);
      // An explicit step of at most 6 mm against the e-folding length of 2 m: x/2 * 0.003 at most.
      const Vec3 p = position_of(simulator);
      ASSERT_NEAR(p.y / (start * std::exp(-p.x / 2.0)), 1.0, 0.0016 * p.x) << p.x;
    }
    EXPECT_GT(position_of(simulator).x, 5.0);
  }
}

// Where it circles, its way to the point ahead is a tangent of its own circle: radius = rho cos(offset /
// rho).
TEST(FollowPath, CutsACircleByTheCosineOfTheOffset) {
  Simulator simulator = simulator_of({.behavior = rabbit(std::string(R"(,"path_offset":4)") + kAtOnce),
                                      .actor = R"("position":[11,0])",
                                      .type = kNoLimit,
                                      .scenario = fine(path(polygon(10.0, 360), kClosed))});
  run_steps(simulator, 10000);
  const double expected = 10.0 * std::cos(0.4);
  for (int k = 0; k < 100; ++k) {
    run_steps(simulator, 10);
    // Of the polygon and of the step: each well below a millimeter; the circle itself is 0.79 m away.
    ASSERT_NEAR(length(position_of(simulator)), expected, 5e-3);
  }
}

TEST(FollowPath, StaysOnItsBranchOfAHairpinByTheLastPlace) {
  const std::string hairpin = path("[[0,0],[10,0],[10,1],[0,1]]");
  const auto place_after = [&](const std::string& keys) {
    Simulator simulator =
        simulator_of({.behavior = rabbit(keys), .actor = R"("position":[5,0.6])", .scenario = hairpin});
    remembered(simulator) = 4.8;
    run_steps(simulator, 1);
    return remembered(simulator);
  };
  EXPECT_DOUBLE_EQ(place_after(R"(,"coherence_window":2)"), 5.0);
  EXPECT_DOUBLE_EQ(place_after(R"(,"coherence_window":null)"), 16.0);
}

TEST(FollowPath, GoesStraightOnWhereThePathCrossesItself) {
  const std::string eight = path("[[-10,-5],[10,5],[10,-5],[-10,5]]", kClosed);
  for (const std::string& behavior : {rabbit(), predictive()}) {
    Simulator simulator =
        simulator_of({.behavior = behavior, .actor = R"("position":[-9,-5])", .scenario = eight});
    run_steps(simulator, 1);
    double walked = 0.0;
    for (int k = 0; k < 2000; ++k) {
      const double before = remembered(simulator);
      run_steps(simulator, 1);
      const double length = simulator.world().model().paths[0].length();
      const double change = remembered(simulator) - before;
      const double forward = change < -0.5 * length ? change + length : change;
      // The other branch is 32 m away along the path; at the acute corners the nearest point jumps a little.
      ASSERT_LE(std::fabs(forward), 5.0) << "farther than the window, at " << before;
      walked += forward;
    }
    // 40 s on a way of 65 m that is walked at nearly 3 m/s.
    EXPECT_GT(walked, 100.0) << behavior;
  }
}

TEST(FollowPath, PredictivePlaceNeverFallsBack) {
  const std::string line = path("[[-50,0],[50,0]]");
  for (const double sign : {1.0, -1.0}) {
    const std::string keys = fmt::format(R"(,"path_offset":{})", 2.0 * sign);
    const std::string against = fmt::format(R"("position":[0,0],"velocity":[{},0])", -3.0 * sign);
    Simulator careful = simulator_of({.behavior = predictive(keys), .actor = against, .scenario = line});
    Simulator simple = simulator_of({.behavior = rabbit(keys), .actor = against, .scenario = line});
    run_steps(careful, 1);
    run_steps(simple, 1);
    const double first = remembered(simple);
    double back = 0.0;
    for (int k = 0; k < 200; ++k) {
      const double before = remembered(careful);
      run_steps(careful, 1);
      run_steps(simple, 1);
      ASSERT_GE(sign * (remembered(careful) - before), 0.0);
      back = larger(back, sign * (first - remembered(simple)));
    }
    EXPECT_GT(back, 0.1) << "the agent must have gone back for this to mean anything";
    EXPECT_GT(sign * position_of(careful).x, 3.0);
  }
}

TEST(FollowPath, PredictionFindsTheFootOfTheFuturePlace) {
  Simulator simulator = simulator_of({.behavior = predictive(R"(,"predict_time":0.5)"),
                                      .actor = R"("position":[0,1],"velocity":[2,0])",
                                      .scenario = path("[[-50,0],[50,0]]")});
  run_steps(simulator, 1);
  EXPECT_DOUBLE_EQ(remembered(simulator), 51.0);
}

struct EndRun {
  double farthest = 0.0;
  double last = 0.0;
  double speed = 0.0;
};

EndRun run_to_the_end(const std::string& behavior) {
  Simulator simulator = simulator_of({.behavior = behavior, .scenario = path("[[0,0],[5,0],[12,0]]")});
  EndRun run;
  for (int k = 0; k < 1000; ++k) {
    run_steps(simulator, 1);
    run.farthest = larger(run.farthest, position_of(simulator).x);
  }
  run.last = position_of(simulator).x;
  run.speed = length(velocity_of(simulator));
  return run;
}

TEST(FollowPath, ArrivesAtTheEndWhereSeekOscillates) {
  for (const std::string variant : {R"(,"variant":"rabbit")", R"(,"variant":"predictive")"}) {
    const EndRun arrive = run_to_the_end(follow(variant));
    EXPECT_LE(arrive.farthest, 12.0 + 1e-9);
    EXPECT_NEAR(arrive.last, 12.0, 1e-6);
    const EndRun seek = run_to_the_end(follow(variant + std::string(R"(,"end":"seek")")));
    // The braking way at 3 m/s and 6 m/s^2 is 0.75 m.
    EXPECT_GT(seek.farthest, 12.5);
    EXPECT_GT(seek.speed, 0.1);
    const EndRun stop = run_to_the_end(follow(variant + std::string(R"(,"end":"stop")")));
    EXPECT_NEAR(stop.last, 12.0, 1e-3);
    EXPECT_LT(stop.farthest, 12.05);
    EXPECT_LT(stop.speed, 1e-2);
  }
}

TEST(FollowPath, NegativeOffsetIsTheReversedPath) {
  const auto expect_alike = [](const std::string& variant, const std::string& points,
                               const std::string& reversed, const char* keys) {
    const std::string behavior = follow(R"(,"variant":")" + variant + "\"");
    const std::string backwards = follow(R"(,"path_offset":-2,"variant":")" + variant + "\"");
    Simulator there = simulator_of({.behavior = backwards, .scenario = path(points, keys)});
    Simulator back = simulator_of({.behavior = behavior, .scenario = path(reversed, keys)});
    for (int k = 0; k < 800; ++k) {
      run_steps(there, 1);
      run_steps(back, 1);
      ASSERT_LT(length(position_of(there) - position_of(back)), 1e-9) << variant << ", step " << k;
    }
  };
  for (const std::string variant : {"rabbit", "predictive"}) {
    expect_alike(variant, kZigzag, "[[16,5],[12,0],[8,5],[4,0]]", "");
    expect_alike(variant, "[[1,0],[6,0],[6,6]]", "[[6,6],[6,0],[1,0]]", kClosed);
  }
}

// UnitySteer 46 and 48 skip waypoints or stall on loops.
TEST(FollowPath, RabbitComesNearEveryWaypointOfALoopInOrder) {
  Simulator simulator =
      simulator_of({.behavior = rabbit(), .scenario = path("[[0,0],[15,0],[15,10],[0,10]]", kClosed)});
  const std::vector<Vec3> corners = {{15, 0, 0}, {15, 10, 0}, {0, 10, 0}, {0, 0, 0}};
  std::size_t visits = 0;
  for (int k = 0; k < 2700; ++k) {
    run_steps(simulator, 1);
    for (std::size_t c = 0; c < corners.size(); ++c) {
      if (distance_to(simulator, corners[c]) > 1.5 || c == (visits + 3) % 4) continue;
      ASSERT_EQ(c, visits % 4);
      ++visits;
    }
  }
  // 54 s at nearly 3 m/s on rounds of somewhat less than 50 m.
  EXPECT_GE(visits, 12u);
}

// GSAI 18: an open path that ends where it began must not be walked again.
TEST(FollowPath, DoesNotLoopOnAnOpenPathThatEndsAtItsStart) {
  for (const std::string& behavior : {follow(), rabbit(), predictive()}) {
    Simulator simulator = simulator_of({.behavior = behavior,
                                        .actor = R"("position":[1,0])",
                                        .scenario = path("[[0,0],[10,0],[10,10],[0,10],[0,0.2]]")});
    run_steps(simulator, 1200);
    EXPECT_LT(distance_to(simulator, {0, 0.2, 0}), 1e-3) << behavior;
    run_steps(simulator, 500);
    EXPECT_LT(distance_to(simulator, {0, 0.2, 0}), 1e-3) << behavior;
  }
}

TEST(FollowPath, IsFinishedWithinTheRadiusOfTheEndOfAnOpenPath) {
  for (const std::string& behavior :
       {follow(), follow(R"(,"direction":"backward")"), rabbit(), predictive(R"(,"waypoint_radius":0.5)"),
        rabbit(R"(,"path_offset":-2)")}) {
    Simulator simulator = simulator_of({.behavior = behavior, .scenario = path(kZigzag)});
    const Vec3 end = simulator.goal(0)->position;
    const double radius = behavior.find("0.5") == std::string::npos ? 1.0 : 0.5;
    bool ever = false;
    EXPECT_FALSE(is_finished(simulator)) << behavior;
    for (int k = 0; k < 1500; ++k) {
      run_steps(simulator, 1);
      if (!is_finished(simulator)) continue;
      ASSERT_LT(distance_to(simulator, end), radius) << behavior;
      ever = true;
    }
    EXPECT_TRUE(ever && is_finished(simulator)) << behavior;
  }
}

TEST(FollowPath, HaltsAtAPathOfOnePoint) {
  for (const std::string& behavior : {follow(R"(,"end":"stop")"), rabbit(R"(,"end":"stop")"),
                                      predictive(R"(,"end":"stop","path_offset":-2)")}) {
    Simulator simulator = simulator_of({.behavior = behavior, .scenario = path("[[7,3]]")});
    run_steps(simulator, 500);
    EXPECT_LT(distance_to(simulator, {7, 3, 0}), 1e-3) << behavior;
  }
}

// A point ahead that is nearer than the braking distance does not make it brake too late.
TEST(FollowPath, HaltsAtTheEndWithAShortOffsetToo) {
  const EndRun stop = run_to_the_end(rabbit(R"(,"end":"stop","path_offset":0.2)"));
  EXPECT_LT(stop.farthest, 12.05);
  EXPECT_NEAR(stop.last, 12.0, 1e-3);
}

TEST(FollowPath, IsFinishedWhereItStops) {
  for (const std::string& behavior : {follow(R"(,"end":"stop")"), rabbit(R"(,"end":"stop")")}) {
    Simulator simulator = simulator_of({.behavior = behavior, .scenario = path(kZigzag)});
    EXPECT_FALSE(is_finished(simulator));
    run_steps(simulator, 1500);
    EXPECT_TRUE(is_finished(simulator)) << behavior;
    EXPECT_LT(length(velocity_of(simulator)), 1e-4);
  }
}

TEST(FollowPath, NeverFinishesAClosedPath) {
  for (const std::string& behavior : {follow(), rabbit(), predictive()}) {
    for (const char* points : {"[[5,0],[5,5],[0,5],[0,0]]", "[[0,0],[0,0]]"}) {
      Simulator simulator = simulator_of({.behavior = behavior, .scenario = path(points, kClosed)});
      for (int k = 0; k < 800; ++k) {
        run_steps(simulator, 1);
        ASSERT_FALSE(is_finished(simulator)) << behavior;
      }
    }
  }
}

TEST(FollowPath, RefusesAnOffsetOfZero) {
  EXPECT_THROW(simulator_of({.behavior = rabbit(R"(,"path_offset":0)"), .scenario = path(kZigzag)}),
               std::runtime_error);
}

// The points that follow_path leads over from (1, 0), next to an L or a triangle with these three points.
std::vector<Vec3> points_ahead_with(const std::string& keys, bool closed, const std::string& position) {
  Simulator simulator = make_simulator(
      R"({"format":1,"world":{"paths":{"p":{"points":[[0,0],[10,0],[10,10]],"closed":)" +
      std::string(closed ? "true" : "false") +
      R"(}}},"agent_types":{"a":{"max_speed":1,"steering":{"behaviors":[{"type":"follow_path","path":"p")" +
      keys + R"(}]}}},"agents":[{"type":"a","position":)" + position + "}]}");
  run_steps(simulator, 1);
  std::array<Vec3, 8> points;
  const std::size_t count = find_points_ahead(simulator.world(), 0, points);
  return {points.begin(), points.begin() + static_cast<std::ptrdiff_t>(count)};
}

TEST(FollowPath, SaysWhichPointsItLeadsOver) {
  using Points = std::vector<Vec3>;
  const Vec3 a{0, 0, 0}, b{10, 0, 0}, c{10, 10, 0};
  EXPECT_EQ(points_ahead_with("", false, "[5,1]"), (Points{a, b, c}));
  EXPECT_EQ(points_ahead_with(R"(,"direction":"backward")", false, "[5,1]"), (Points{c, b, a}));
  EXPECT_EQ(points_ahead_with(R"(,"variant":"rabbit")", false, "[5,0]"), (Points{{7, 0, 0}, b, c}));
  EXPECT_EQ(points_ahead_with(R"(,"variant":"rabbit","path_offset":-2)", false, "[10,5]"),
            (Points{{10, 3, 0}, b, a}));
  EXPECT_EQ(points_ahead_with(R"(,"variant":"rabbit")", true, "[10,5]"), (Points{{10, 7, 0}, c, a, b}));
  EXPECT_EQ(points_ahead_with(R"(,"variant":"rabbit","path_offset":-2)", true, "[5,0]"),
            (Points{{3, 0, 0}, a, c, b}));
  EXPECT_EQ(points_ahead_with(R"(,"variant":"rabbit")", false, "[10,10]"), (Points{c}));
}

}  // namespace
}  // namespace drover::test::follow_path_variants_test
