#include <fmt/format.h>
#include <gtest/gtest.h>

#include "conditions/watch.h"

namespace drover::test::line_of_sight_test {
namespace {

std::string sight(const std::string& keys = "", const std::string& target = R"({"agent":"m"})") {
  return R"({"type":"line_of_sight","target":)" + target + keys + "}";
}

// A disc of radius 1 at (5, 0) and a wall from (0, 5) to (4, 5); the actor stands at the origin and looks
// along +x.
const std::string kWorld =
    R"(,"world":{"obstacles":[{"id":"oak","center":[5,0],"radius":1}],"walls":[{"id":"fence","points":[[0,5],[4,5]]}]})";

std::string at_target(const std::string& condition, const std::vector<std::array<double, 2>>& places,
                      double dt = 1.0) {
  const int ticks = static_cast<int>(static_cast<double>(places.size()) / dt + 0.5);
  return answers({.condition = condition,
                  .others = kMover,
                  .types = mover_type(places),
                  .scenario = with_dt(dt) + kWorld},
                 ticks);
}

TEST(LineOfSight, ObstaclesAndWallsHideWhatIsBehindThem) {
  EXPECT_EQ(at_target(sight(), {{10, 0}, {3, 0}, {2, 10}, {2, 4}, {10, 5}}), "01011");
}

TEST(LineOfSight, TheRangeBelongsToIt) {
  EXPECT_EQ(at_target(sight(R"(,"max_range":5)"), {{3, -4}, {3, -4.01}}), "10");
}

TEST(LineOfSight, TheEdgeOfTheViewBelongsToIt) {
  EXPECT_EQ(at_target(sight(R"(,"fov_deg":180)"), {{0, 3}, {0, -3}, {-0.01, 3}, {3, 0}, {-3, 0}}), "11010");
  EXPECT_EQ(at_target(sight(R"(,"fov_deg":90)"), {{3, 3}, {3, -3}, {3, 3.01}}), "110");
  EXPECT_EQ(at_target(sight(), {{-3, 0}}), "1");
}

TEST(LineOfSight, WhatIsAtTheSamePlaceIsSeen) {
  EXPECT_EQ(at_target(sight(R"(,"fov_deg":10,"max_range":0.1)"), {{0, 0}}), "1");
}

// Seen at 0 s; two seconds of memory end after the state at 2 s.
TEST(LineOfSight, MemoryEndsToTheTick) {
  const std::vector<std::array<double, 2>> hides = {{10, 9}, {10, 0}, {10, 0}, {10, 0}, {10, 0}};
  EXPECT_EQ(at_target(sight(), hides), "10000");
  EXPECT_EQ(at_target(sight(R"(,"memory":1.9)"), hides), "11000");
  EXPECT_EQ(at_target(sight(R"(,"memory":2)"), hides), "11100");
}

// In steps of 0.1 s, in which 3 * 0.1 > 0.3 by rounding; the target is hidden from the second step on.
TEST(LineOfSight, MemoryOfAMultipleOfTheStepIsNotCutByRounding) {
  const Watch watch = {
      .condition = sight(R"(,"memory":0.3)"),
      .others = kMover,
      .types = R"(,"mover":{"locomotion":{"type":"scripted","keyframes":[[0,10,9],[0.1,10,0]]}})",
      .scenario = with_dt(0.1) + kWorld};
  EXPECT_EQ(answers(watch, 6), "111100");
}

TEST(LineOfSight, MemoryStartsAnewAtEverySighting) {
  EXPECT_EQ(at_target(sight(R"(,"memory":1)"), {{10, 0}, {10, 9}, {10, 0}, {10, 9}, {10, 0}, {10, 0}}),
            "011110");
}

TEST(LineOfSight, ATargetThatIsGoneIsRememberedButNotSeen) {
  const auto with_memory = [](const std::string& memory) {
    return answers(
        {.condition = sight(memory),
         .others = kMover,
         .types = mover_type({{3, 0}}),
         .scenario = R"(,"simulation":{"dt":1},"events":[{"type":"remove","at":2,"target":{"agent":"m"}}])"},
        5);
  };
  EXPECT_EQ(with_memory(""), "11000");
  EXPECT_EQ(with_memory(R"(,"memory":1)"), "11100");
}

TEST(LineOfSight, AnObstacleAndAWallDoNotHideThemselves) {
  const auto looks_at = [](const std::string& target, const std::string& position) {
    return answers({.condition = sight("", target), .actor = R"("position":)" + position, .scenario = kWorld},
                   1);
  };
  EXPECT_EQ(looks_at(R"({"obstacle":"oak"})", "[0,0]"), "1");
  EXPECT_EQ(looks_at(R"({"wall":"fence"})", "[2,0]"), "1");
  EXPECT_EQ(looks_at(R"({"wall":"fence"})", "[2,9]"), "1");
  // From behind the fence the oak is hidden.
  EXPECT_EQ(looks_at(R"({"obstacle":"oak"})", "[1,9]"), "0");
}

// On a torus of 20 m the shorter way leads across the edge, and the oak does not stand in it.
TEST(LineOfSight, LooksAlongTheShorterWayOfATorus) {
  const auto with_edge = [](const std::string& edge) {
    return answers({.condition = sight("", R"({"point":[9,0]})"),
                    .actor = R"("position":[-9,0])",
                    .scenario = R"(,"world":{"bounds":{"min":[-10,-10],"max":[10,10],"edge":")" + edge +
                                R"("},"obstacles":[{"center":[0,0],"radius":1}]})"},
                   1);
  };
  EXPECT_EQ(with_edge("wrap"), "1");
  EXPECT_EQ(with_edge("clamp"), "0");
}

// In space: a ball above the agent hides what is above it, and a wall of one triangle what is below.
TEST(LineOfSight, InSpaceWhatIsAboveAndBelowMayBeHidden) {
  const auto sees = [](const char* place, const char* keys) {
    const std::string condition =
        fmt::format(R"({{"type":"line_of_sight","target":{{"point":{}}}{}}})", place, keys);
    Simulator simulator = make_simulator(
        scene(R"([{"type":"seek","target":{"point":[0,9,0]},"when":)" + condition + "}]",
              R"([{"type":"a","position":[0,0,0],"heading":0}])", R"(,"max_speed":2)",
              R"(,"world":{"dimensions":3,"obstacles":[{"center":[0,0,5],"radius":1}],)"
              R"("walls":[{"points":[[-4,-4,-3],[4,-4,-3],[0,6,-3]],"triangles":[[0,1,2]]}]})"));
    run_steps(simulator, 3);
    return simulator.world().state.motion.velocity(0).y > 0.0;
  };
  EXPECT_FALSE(sees("[0,0,9]", ""));
  EXPECT_TRUE(sees("[0,0,3]", ""));
  EXPECT_TRUE(sees("[0,5,9]", ""));
  EXPECT_FALSE(sees("[0,0,-9]", ""));
  EXPECT_TRUE(sees("[9,0,-9]", ""));
  EXPECT_FALSE(sees("[0,0,3]", R"(,"fov_deg":170)"));
  EXPECT_TRUE(sees("[3,0,2]", R"(,"fov_deg":90)"));
}

}  // namespace
}  // namespace drover::test::line_of_sight_test
