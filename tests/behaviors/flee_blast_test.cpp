#include <fmt/format.h>
#include <gtest/gtest.h>

#include "behaviors/stage.h"
#include "core/det_math.h"

namespace drover::test::flee_blast_test {
namespace {

// An actor of radius 0.5, and something at rest that explodes.
struct Scene {
  std::string keys = "";  // of the behavior
  Vec3 danger{2.0, 0.0, 0.0};
  double fuse = 1.5;   // s
  double blast = 8.0;  // radius [m]
  std::string world = "";
  std::string actor = R"("position":[0,0],"heading":0)";
  std::string type = "";
  std::string explosion = "";  // keys
};

std::string text_of(const Scene& scene) {
  return fmt::format(
      R"({{"format":1,"simulation":{{"dt":0.01}},"world":{{"dimensions":2.5{}}},
  "projectile_types":{{"bomb":{{"radius":0.1,"fuse":{},"explosion":{{"radius":{},"momentum":0{}}},"ball":{{}}}}}},
  "projectiles":[{{"type":"bomb","position":[{},{},0.1],"velocity":[0,0,0]}}],
  "agent_types":{{"actor":{{"max_speed":4,"max_acceleration":6,
    "steering":{{"behaviors":[{{"type":"flee_blast"{}}}]}}{}}}}},
  "agents":[{{"type":"actor",{}}}]}})",
      scene.world, scene.fuse, scene.blast, scene.explosion, scene.danger.x, scene.danger.y, scene.keys,
      scene.type, scene.actor);
}

Simulator simulator_for(const Scene& scene) {
  Simulator simulator = make_simulator(text_of(scene));
  simulator.record_requests();
  return simulator;
}

std::optional<Vec3> wish(const Scene& scene) {
  Simulator simulator = simulator_for(scene);
  run_steps(simulator, 1);
  if (!simulator.requests().is_active(0)) return std::nullopt;
  return direction(simulator.requests().linear(0));
}

void expect_wish(const Scene& scene, Vec3 way) {
  const std::optional<Vec3> found = wish(scene);
  ASSERT_TRUE(found);
  EXPECT_NEAR(length(*found - direction(way)), 0.0, 1e-6) << found->x << " " << found->y;
}

constexpr const char* kWall = R"(,"walls":[{"points":[[-2,-30],[-2,30]]}])";

TEST(FleeBlast, RunsStraightAwayWhereNothingIsInTheWay) {
  expect_wish({}, {-1, 0, 0});
  expect_wish({.danger = {-3, -4, 0}}, {3, 4, 0});
}

// Straight away it would end 3.5 m off, along the wall 5.077182 m.
TEST(FleeBlast, RunsAlongAWallToTheLeft) {
  expect_wish({.world = kWall}, {0, -1, 0});
  expect_wish({.danger = {-2, 0, 0}, .world = R"(,"walls":[{"points":[[2,-30],[2,30]]}])"}, {0, 1, 0});
}

TEST(FleeBlast, WithOneCandidateRunsStraightAwayWhateverStandsThere) {
  expect_wish({.keys = R"(,"candidates":1)", .world = kWall}, {-1, 0, 0});
}

TEST(FleeBlast, ActsWithinTheBlastRadiusAndItsOwn) {
  EXPECT_TRUE(wish({.danger = {8.49, 0, 0}}));
  EXPECT_FALSE(wish({.danger = {8.51, 0, 0}}));
}

TEST(FleeBlast, GetsOutAndForgets) {
  Simulator simulator = simulator_for({.fuse = 4.0, .blast = 5.0});
  run_steps(simulator, 300);
  EXPECT_FALSE(simulator.requests().is_active(0));
  EXPECT_GT(length(position_of(simulator) - Vec3{2, 0, 0}), 5.5);
  EXPECT_EQ(memory_of(simulator)[0], 0.0);
}

TEST(FleeBlast, TakesTheCoverThatItReaches) {
  const std::string disc = R"(,"obstacles":[{"center":[2,4],"radius":1}])";
  Scene scene{.danger = {2, 1, 0}, .fuse = 3.0, .world = disc, .actor = R"("position":[0,4],"heading":0)"};
  // Behind the disc: 4 + 1 + 0.6. The straight way there is free from the side above.
  scene.actor = R"("position":[0,6],"heading":0)";
  expect_wish(scene, {2, -0.4, 0});
  scene.keys = R"(,"cover":false)";
  expect_wish(scene, {-2, 5, 0});
  // Too far for the time left.
  scene.keys = "";
  scene.fuse = 0.5;
  expect_wish(scene, {-2, 5, 0});
  // Cover is none where shapes do not hold the explosion back.
  scene.fuse = 3.0;
  scene.explosion = R"(,"blocked":false)";
  expect_wish(scene, {-2, 5, 0});
}

TEST(FleeBlast, HaltsBehindItsCover) {
  Simulator simulator = simulator_for({.danger = {2, 1, 0},
                                       .fuse = 6.0,
                                       .blast = 20.0,
                                       .world = R"(,"obstacles":[{"center":[2,4],"radius":1}])",
                                       .actor = R"("position":[0,6],"heading":0)"});
  run_steps(simulator, 500);
  EXPECT_LT(length(position_of(simulator) - Vec3{2, 5.6, 0}), 0.01);
}

TEST(FleeBlast, WaitsForItsReactionTime) {
  Simulator simulator = simulator_for({.keys = R"(,"reaction":0.3)"});
  for (int k = 0; k < 40; ++k) {
    run_steps(simulator, 1);
    EXPECT_EQ(simulator.requests().is_active(0), k >= 30) << k;
  }
}

// A wall 1 m behind it: with much time left the sides are better, with little the nearest.
TEST(FleeBlast, CountsTheTimeThatItsReactionTakes) {
  const Scene slow{.keys = R"(,"reaction":1.4)", .world = kWall};
  Simulator simulator = simulator_for(slow);
  run_steps(simulator, 142);
  EXPECT_LT(simulator.requests().linear(0).x, 0.0);
  EXPECT_NEAR(simulator.requests().linear(0).y, 0.0, 1e-9);
}

TEST(FleeBlast, InThePlaceOfTheExplosionRunsAhead) {
  expect_wish({.danger = {0, 0, 0}, .actor = R"("position":[0,0],"heading":1.5707963267948966)"}, {0, 1, 0});
}

TEST(FleeBlast, ChoosesAgainWhenTheDangerHasMoved) {
  Simulator simulator = simulator_for({.fuse = 10.0, .blast = 50.0});
  run_steps(simulator, 10);
  const Vec3 before = simulator.requests().linear(0);
  ProjectileColumns& projectiles = world_of(simulator).state.projectiles;
  projectiles.x[0] = 2.0;
  projectiles.y[0] = 0.4;
  run_steps(simulator, 1);
  EXPECT_NEAR(length(direction(simulator.requests().linear(0)) - direction(before)), 0.0, 0.05);
  projectiles.x[0] = -4.0;
  run_steps(simulator, 1);
  EXPECT_GT(simulator.requests().linear(0).x, 0.0);
}

TEST(FleeBlast, WithoutADangerItAsksForNothing) {
  EXPECT_FALSE(request_of({.behavior = R"({"type":"flee_blast"})"}));
}

}  // namespace
}  // namespace drover::test::flee_blast_test
