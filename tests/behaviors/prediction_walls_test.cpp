// prediction_walls of pursue, intercept, evade and offset_pursuit: where a target is taken to go that comes
// up on something.
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "behaviors/stage.h"
#include "sim/step/goals.h"

namespace drover::test::prediction_walls_test {
namespace {

const std::string kCeiling = R"({"id":"ceiling","points":[[-50,2],[50,2]]})";
const std::string kEnd = R"({"id":"end","points":[[7,-50],[7,50]]})";

std::string walls(const std::string& list, double dt = 0.02) {
  return fmt::format(R"(,"simulation":{{"dt":{}}},"world":{{"walls":[{}]}})", dt, list);
}

std::string behavior(const std::string& type, const std::string& rule, const std::string& keys) {
  return fmt::format(R"({{"type":"{}","target":{{"agent":"t"}},"prediction_walls":"{}"{}}})", type, rule,
                     keys);
}

// A target at the origin with the velocity (3, 1).
constexpr const char* kTarget = R"(,{"type":"body","id":"t","position":[0,0],"velocity":[3,1]})";

// Where a pursuer at (-8, 6) aims, 10 m from the target, that looks `seconds` ahead.
Vec3 aim_of(const std::string& rule, double seconds, const std::string& scenario,
            const std::string& bodies = kTarget, const std::string& type = "pursue") {
  const std::string keys =
      fmt::format(R"(,"prediction":"fixed_speed","prediction_speed":{},"max_prediction":9)", 10.0 / seconds);
  const Simulator simulator = simulator_of({.behavior = behavior(type, rule, keys),
                                            .actor = R"("position":[-8,6])",
                                            .bodies = bodies,
                                            .scenario = scenario});
  const Aims aims = aims_of(simulator.world(), {}, 0, 0);
  EXPECT_EQ(aims.all().size(), 1u);
  return aims.all()[0].place;
}

void expect_aims(const std::string& rule, double seconds, const std::string& scenario, Vec3 place) {
  EXPECT_NEAR(length(aim_of(rule, seconds, scenario) - place), 0.0, 1e-9) << rule << ", " << seconds << " s";
}

TEST(PredictionWalls, TheTargetStaysAtAWallOrSlidesAlongIt) {
  const std::string one = walls(kCeiling);
  for (const char* rule : {"none", "stop", "slide"})
    expect_aims(rule, 1.0, one, {3, 1, 0});
  expect_aims("none", 3.0, one, {9, 3, 0});
  expect_aims("stop", 3.0, one, {4.5, 1.5, 0});
  expect_aims("slide", 3.0, one, {9, 1.5, 0});
  expect_aims("slide", 3.0, walls(kCeiling + "," + kEnd), {6.5, 1.5, 0});
}

TEST(PredictionWalls, HoldForAnInterceptorToo) {
  const auto aim = [](const std::string& rule) {
    return aim_of(rule, 3.0, walls(kCeiling), kTarget, "intercept");
  };
  EXPECT_NEAR(length(aim("none") - Vec3{9, 3, 0}), 0.0, 1e-9);
  EXPECT_NEAR(length(aim("stop") - Vec3{4.5, 1.5, 0}), 0.0, 1e-9);
  EXPECT_NEAR(length(aim("slide") - Vec3{9, 1.5, 0}), 0.0, 1e-9);
}

TEST(PredictionWalls, ObstaclesAreWalls) {
  const std::string box = R"(,"world":{"obstacles":[{"box":{"center":[0,4],"size":[100,4]}}]})";
  expect_aims("stop", 3.0, box, {4.5, 1.5, 0});
  expect_aims("slide", 3.0, box, {9, 1.5, 0});
  const std::string tree = R"(,"world":{"obstacles":[{"center":[6,2],"radius":1}]})";
  const Vec3 ahead = direction({3, 1, 0});
  expect_aims("stop", 3.0, tree, ahead * (length(Vec3{6, 2, 0}) - 1.5));
}

TEST(PredictionWalls, OnlyWhatIsThereNowStandsInTheWay) {
  expect_aims("stop", 3.0, walls(R"({"id":"gate","points":[[-50,2],[50,2]],"present":false})"), {9, 3, 0});
  // A body in the way is none.
  const std::string other = std::string(kTarget) + R"(,{"type":"body","position":[4.5,1.5]})";
  EXPECT_NEAR(length(aim_of("stop", 3.0, "", other) - Vec3{9, 3, 0}), 0.0, 1e-9);
}

// Beyond the edge of a torus: the wall is where it is, not where the pursuer sees the target.
TEST(PredictionWalls, WallsStandWhereTheTargetIsNotWhereItsImageIs) {
  const std::string torus =
      R"(,"world":{"bounds":{"min":[-20,-20],"max":[20,20],"edge":"wrap"},"walls":[{"points":[[-20,-16],[20,-16]]}]})";
  const std::string below = R"(,{"type":"body","id":"t","position":[0,-18],"velocity":[3,1]})";
  const std::string keys = R"(,"prediction":"fixed_speed","prediction_speed":2,"facing_early_out":false)";
  const auto aim = [&](const std::string& rule) {
    const Simulator simulator = simulator_of({.behavior = behavior("pursue", rule, keys),
                                              .actor = R"("position":[0,16])",
                                              .bodies = below,
                                              .scenario = torus});
    return aims_of(simulator.world(), {}, 0, 0).all()[0].place;
  };
  EXPECT_NEAR(length(aim("none") - Vec3{9, 25, 0}), 0.0, 1e-9);
  EXPECT_NEAR(length(aim("stop") - Vec3{4.5, 23.5, 0}), 0.0, 1e-9);
  EXPECT_NEAR(length(aim("slide") - Vec3{9, 23.5, 0}), 0.0, 1e-9);
}

// Fleeing from the place at the wall.
TEST(PredictionWalls, EvadeFleesFromWhereTheThreatComesTo) {
  // At closing_time, 7.5 / (max_speed + sqrt 10): the threat would be at (9, 3).
  const double max_speed = length(Vec3{9, 6, 0}) / 3.0 - std::sqrt(10.0);
  const auto ask = [&](const std::string& rule) {
    return *request_of({.behavior = behavior("evade", rule, ""),
                        .actor = R"("position":[9,6])",
                        .bodies = kTarget,
                        .type = fmt::format(R"(,"max_speed":{})", max_speed),
                        .scenario = walls(kCeiling)});
  };
  EXPECT_NEAR(length(direction(ask("none")) - Vec3{0, 1, 0}), 0.0, 1e-9);
  EXPECT_NEAR(length(direction(ask("stop")) - direction({4.5, 4.5, 0})), 0.0, 1e-9);
  EXPECT_NEAR(length(direction(ask("slide")) - Vec3{0, 1, 0}), 0.0, 1e-9);
}

TEST(PredictionWalls, ThePlaceBesideALeaderMovesAsTheLeaderCan) {
  const auto aim = [](const std::string& rule) {
    // The place is at (-1, -2), 6 m from the actor: 2 s.
    const Simulator simulator = simulator_of(
        {.behavior = behavior("offset_pursuit", rule, R"(,"offset":[-1,-2])"),
         .actor = R"("position":[-1,-8])",
         .bodies = R"(,{"type":"body","id":"t","position":[0,0],"velocity":[0,1.5],"heading":0})",
         .type = R"(,"max_speed":1.5)",
         .scenario = walls(kCeiling)});
    return aims_of(simulator.world(), {}, 0, 0).all()[0].place;
  };
  const Vec3 place = aim("none");
  const Vec3 arm{-1, -2, 0};
  EXPECT_NEAR(length(place - arm - Vec3{0, 3, 0}), 0.0, 1e-9);
  EXPECT_NEAR(length(aim("stop") - arm - Vec3{0, 1.5, 0}), 0.0, 1e-9);
  EXPECT_NEAR(length(aim("slide") - arm - Vec3{0, 1.5, 0}), 0.0, 1e-9);
}

// A centroid is a point; it goes as far as the wall.
TEST(PredictionWalls, APointHasNoSideAndStopsAtTheWall) {
  const std::string two = R"(,{"type":"body","group":"g","position":[0,-1],"velocity":[3,1]},)"
                          R"({"type":"body","group":"g","position":[0,1],"velocity":[3,1]})";
  const std::string keys = R"(,"prediction":"fixed_speed","prediction_speed":3.3333333333333335)";
  const auto aim = [&](const std::string& rule) {
    const std::string pursue =
        R"({"type":"pursue","target":{"group":"g","select":"centroid"},"prediction_walls":")" + rule + "\"" +
        keys + "}";
    const Simulator simulator = simulator_of(
        {.behavior = pursue, .actor = R"("position":[-8,6])", .bodies = two, .scenario = walls(kCeiling)});
    return aims_of(simulator.world(), {}, 0, 0).all()[0].place;
  };
  EXPECT_NEAR(length(aim("stop") - Vec3{6, 2, 0}), 0.0, 1e-5);
  EXPECT_NEAR(length(aim("slide") - Vec3{9, 2, 0}), 0.0, 1e-5);
}

TEST(PredictionWalls, WithoutAWallInReachNoBitDiffers) {
  const std::string far = walls(R"({"points":[[-50,90],[50,90]]})");
  const std::string body = R"(,{"type":"body","id":"t","position":[7,-3],"velocity":[-0.7,0.9]})";
  const std::string place = R"(,"offset":[-1,2])";
  for (const auto& [type, keys] : {std::pair<std::string, std::string>{"pursue", ""},
                                   {"intercept", ""},
                                   {"evade", ""},
                                   {"offset_pursuit", place}}) {
    for (const char* rule : {"stop", "slide"}) {
      EXPECT_TRUE(move_alike({.behavior = behavior(type, "none", keys), .bodies = body, .scenario = far},
                             {.behavior = behavior(type, rule, keys), .bodies = body, .scenario = far}, 400))
          << type << ", " << rule;
    }
  }
}

// A target that does what slide says: a body that slides along the wall at y = 1.5.
double time_to_catch(const std::string& rule) {
  Simulator simulator = simulator_of(
      {.behavior = behavior("pursue", rule, ""),
       .actor = R"("position":[-10,-8])",
       .bodies = R"(,{"type":"body","id":"t","position":[0,-2],"velocity":[2,3]})",
       .type = R"(,"max_speed":4,"locomotion":{"type":"kinematic"})",
       .scenario = R"(,"simulation":{"dt":0.02,"non_penetration":{"enabled":true}},"world":{"walls":[)" +
                   kCeiling + "]}"});
  int steps = 0;
  while (steps < 1000 && length(position_of(simulator, 1) - position_of(simulator)) > 1.0) {
    run_steps(simulator, 1);
    ++steps;
  }
  EXPECT_NEAR(position_of(simulator, 1).y, 1.5, 1e-6);
  return steps * 0.02;
}

TEST(PredictionWalls, WhoKnowsTheWallCatchesATargetSooner) {
  EXPECT_NEAR(time_to_catch("none"), 5.68, 0.011);
  EXPECT_NEAR(time_to_catch("stop"), 5.64, 0.011);
  EXPECT_NEAR(time_to_catch("slide"), 5.62, 0.011);
}

}  // namespace
}  // namespace drover::test::prediction_walls_test
