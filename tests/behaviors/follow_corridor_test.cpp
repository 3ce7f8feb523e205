#include <fmt/format.h>
#include <gtest/gtest.h>

#include "behaviors/route.h"
#include "behaviors/stage.h"

namespace drover::test::follow_corridor_test {
namespace {

std::string follow(const std::string& keys = "") {
  return R"({"type":"follow_corridor","path":"p")" + keys + "}";
}

constexpr const char* kLine = "[[-100,0],[100,0]]";

std::optional<Vec3> ask(Vec3 position, Vec3 velocity, const std::string& keys = "") {
  return request_of({.behavior = follow(keys),
                     .actor = fmt::format(R"("position":[{},{}],"velocity":[{},{}])", position.x, position.y,
                                          velocity.x, velocity.y),
                     .type = kStrong,
                     .scenario = path(kLine)});
}

std::optional<Vec3> seek(Vec3 position, Vec3 velocity, Vec3 target) {
  return request_of(
      {.behavior = fmt::format(R"({{"type":"seek","target":{{"point":[{},{}]}}}})", target.x, target.y),
       .actor = fmt::format(R"("position":[{},{}],"velocity":[{},{}])", position.x, position.y, velocity.x,
                            velocity.y),
       .type = kStrong});
}

TEST(FollowCorridor, AsksForNothingInsideOnItsWay) {
  for (const double y : {-1.5, -0.7, 0.0, 1.5})
    EXPECT_FALSE(ask({0, y, 0}, {3, 0, 0})) << y;
  // After 1 s it is still just inside.
  EXPECT_FALSE(ask({0, 0.5, 0}, {2, 1, 0}));
  EXPECT_FALSE(ask({0, -0.5, 0}, {2, -1, 0}));
  EXPECT_FALSE(ask({0, 3, 0}, {2, -1.5, 0})) << "outside, but on the way in";
}

TEST(FollowCorridor, LeadsBackAnAgentThatIsGoingToBeOutside) {
  EXPECT_EQ(ask({0, 0.6, 0}, {2, 1, 0}), seek({0, 0.6, 0}, {2, 1, 0}, {2, 0, 0}));
  EXPECT_EQ(ask({0, 3, 0}, {3, 0, 0}), seek({0, 3, 0}, {3, 0, 0}, {2, 0, 0}));
  EXPECT_FALSE(ask({0, 0.6, 0}, {2, 1, 0}, R"(,"half_width":2)"));
  EXPECT_FALSE(ask({0, 0.6, 0}, {2, 1, 0}, R"(,"predict_time":0.5)"));
}

TEST(FollowCorridor, UrgesOnAnAgentThatDoesNotComeAlong) {
  EXPECT_EQ(ask({0, 0, 0}, {-2, 0, 0}), seek({0, 0, 0}, {-2, 0, 0}, {2, 0, 0}));
  EXPECT_EQ(ask({0, 1, 0}, {0, 0, 0}), seek({0, 1, 0}, {0, 0, 0}, {2, 0, 0}));
  // Half of max_speed is enough, or what is said.
  EXPECT_TRUE(ask({0, 0, 0}, {1.4, 0, 0}));
  EXPECT_FALSE(ask({0, 0, 0}, {1.6, 0, 0}));
  EXPECT_FALSE(ask({0, 0, 0}, {1.4, 0, 0}, R"(,"min_progress":1)"));
}

TEST(FollowCorridor, TheSignOfTheOffsetIsTheDirection) {
  const std::string back = R"(,"path_offset":-2)";
  EXPECT_FALSE(ask({0, 1, 0}, {-3, 0, 0}, back));
  EXPECT_EQ(ask({0, 1, 0}, {3, 0, 0}, back), seek({0, 1, 0}, {3, 0, 0}, {-2, 0, 0}));
}

// Let u be the velocity away from the middle, y the distance from it, s max_speed, a max_acceleration and
// k = min(1 / response_time, a / (2 s)). A request has a component of at most -k u, since the wanted velocity
// leads inwards and differs by at most 2 s from the velocity: y + u / k never grows under requests. Without
// one, y + u predict_time is at most half_width. So an agent that starts with y + u / k <= half_width comes
// at most to half_width + s max(0, 1 / k + dt - predict_time). Here k = 1/s and predict_time = 1 s.
TEST(FollowCorridor, LeavesTheCorridorByLessThanTheDerivedBound) {
  const double bound = 1.5 + 3.0 * 0.02;
  for (const double side : {1.0, -1.0}) {
    for (const double start : {0.0, 0.5, 1.0, 1.5}) {
      const double across = 1.5 - start;
      const double along = std::sqrt(9.0 - across * across);
      Simulator simulator = simulator_of({.behavior = follow(),
                                          .actor = fmt::format(R"("position":[0,{}],"velocity":[{},{}])",
                                                               side * start, along, side * across),
                                          .scenario = path("[[-100,0],[1000,0]]")});
      for (int k = 0; k < 2000; ++k) {
        run_steps(simulator, 1);
        ASSERT_LE(std::fabs(position_of(simulator).y), bound) << "from " << side * start << ", step " << k;
      }
      EXPECT_GT(position_of(simulator).x, 60.0);
    }
  }
}

// The way to a place inside may cut the inner border by the height of a chord of length max_speed *
// predict_time, or be one step too long.
TEST(FollowCorridor, GoesRoundAClosedPathInsideTheCorridor) {
  for (const double sign : {1.0, -1.0}) {
    Simulator simulator = simulator_of(
        {.behavior = follow(fmt::format(R"(,"path_offset":{},"response_time":0.02)", 2.0 * sign)),
         .actor = fmt::format(R"("position":[10,0],"velocity":[0,{}])", 3.0 * sign),
         .type = kStrong,
         .scenario = path(polygon(10.0, 72), kClosed)});
    const double chord = 9.0 / (8.0 * 8.5);
    double turned = 0.0;
    for (int k = 0; k < 3000; ++k) {
      const Vec3 before = position_of(simulator);
      run_steps(simulator, 1);
      const Vec3 after = position_of(simulator);
      ASSERT_LE(std::fabs(length(after) - 10.0), 1.5 + chord + 0.06 + 0.01) << k;
      turned += std::atan2(cross(before, after).z, dot(before, after));
    }
    // 60 s at nearly 3 m/s and at most 11.5 m from the center: more than 13 rad.
    EXPECT_GT(sign * turned, 13.0);
  }
}

TEST(FollowCorridor, ArrivesAtTheEndOfAnOpenPathAndIsFinished) {
  Simulator simulator = simulator_of({.behavior = follow(), .scenario = path("[[0,0],[8,0],[12,6]]")});
  EXPECT_FALSE(is_finished(simulator));
  run_steps(simulator, 100);
  EXPECT_FALSE(is_finished(simulator));
  run_steps(simulator, 700);
  EXPECT_TRUE(is_finished(simulator));
  EXPECT_LT(distance_to(simulator, {12, 6, 0}), 1e-4);
  EXPECT_EQ(simulator.goal(0)->position, (Vec3{12, 6, 0}));
}

TEST(FollowCorridor, NeverFinishesAClosedPathAndHasNoGoal) {
  Simulator simulator =
      simulator_of({.behavior = follow(), .scenario = path("[[0,0],[8,0],[8,8]]", kClosed)});
  run_steps(simulator, 500);
  EXPECT_FALSE(is_finished(simulator));
  EXPECT_FALSE(simulator.goal(0));
}

TEST(FollowCorridor, StaysOnItsBranchOfAHairpin) {
  const auto place_after = [](const std::string& keys) {
    Simulator simulator = simulator_of({.behavior = follow(keys),
                                        .actor = R"("position":[5,0.6])",
                                        .scenario = path("[[0,0],[10,0],[10,1],[0,1]]")});
    remembered(simulator) = 4.8;
    run_steps(simulator, 1);
    return remembered(simulator);
  };
  EXPECT_DOUBLE_EQ(place_after(R"(,"coherence_window":2)"), 5.0);
  EXPECT_DOUBLE_EQ(place_after(R"(,"coherence_window":null)"), 16.0);
}

}  // namespace
}  // namespace drover::test::follow_corridor_test
