#include <fmt/format.h>
#include <gtest/gtest.h>

#include "behaviors/stage.h"

namespace drover::test::evade_projectile_test {
namespace {

// The actor has the behavior; projectiles are in flight from the start.
struct Scene {
  std::string keys = "";   // of the behavior
  std::string shots = "";  // the list of projectiles of type "shot"
  double dimensions = 2.0;
  std::string world = "";
  std::string shot = R"("radius":0.1)";
  std::string type = "";
  std::string actor = R"("position":[0,0],"heading":0)";
};

std::string text_of(const Scene& scene) {
  return fmt::format(
      R"({{"format":1,"simulation":{{"dt":0.02}},"world":{{"dimensions":{}{}}},
  "projectile_types":{{"shot":{{{}}},"other":{{}}}},"projectiles":[{}],
  "agent_types":{{"actor":{{"max_acceleration":20,"steering":{{"behaviors":[{{"type":"evade_projectile"{}}}]}}{}}}}},
  "agents":[{{"type":"actor",{}}}]}})",
      scene.dimensions, scene.world, scene.shot, scene.shots, scene.keys, scene.type, scene.actor);
}

std::string shot(Vec3 position, Vec3 velocity, const char* type = "shot") {
  return fmt::format(R"({{"type":"{}","position":[{},{},{}],"velocity":[{},{},{}]}})", type, position.x,
                     position.y, position.z, velocity.x, velocity.y, velocity.z);
}
std::string planar_shot(Vec3 position, Vec3 velocity, const char* type = "shot") {
  return fmt::format(R"({{"type":"{}","position":[{},{}],"velocity":[{},{}]}})", type, position.x, position.y,
                     velocity.x, velocity.y);
}

// What the actor asks for in its first step; nothing where it asks for nothing.
std::optional<Vec3> wish(const Scene& scene) {
  Simulator simulator = make_simulator(text_of(scene));
  simulator.record_requests();
  run_steps(simulator, 1);
  if (!simulator.requests().is_active(0)) return std::nullopt;
  return direction(simulator.requests().linear(0));
}

void expect_wish(const Scene& scene, Vec3 way) {
  const std::optional<Vec3> found = wish(scene);
  ASSERT_TRUE(found);
  EXPECT_NEAR(length(*found - direction(way)), 0.0, 1e-9) << found->x << " " << found->y << " " << found->z;
}

TEST(EvadeProjectile, StepsAcrossTheFlightToTheNearerSide) {
  expect_wish({.shots = planar_shot({10, 0.2, 0}, {-20, 0, 0})}, {0, -1, 0});
  expect_wish({.shots = planar_shot({10, -0.2, 0}, {-20, 0, 0})}, {0, 1, 0});
  expect_wish({.shots = planar_shot({0.2, 10, 0}, {0, -20, 0})}, {-1, 0, 0});
}

TEST(EvadeProjectile, InTheMiddleStepsToTheLeftOfWhoLooksAtIt) {
  expect_wish({.shots = planar_shot({10, 0, 0}, {-20, 0, 0})}, {0, 1, 0});
  expect_wish({.shots = planar_shot({-10, 0, 0}, {20, 0, 0})}, {0, -1, 0});
  expect_wish({.shots = planar_shot({0, 10, 0}, {0, -20, 0})}, {-1, 0, 0});
}

TEST(EvadeProjectile, ReactsUpToTheSumOfTheRadiiAndTheMargin) {
  const auto reacts = [](double offset) {
    return wish({.keys = R"(,"margin":0.3)", .shots = planar_shot({10, offset, 0}, {-20, 0, 0})}).has_value();
  };
  EXPECT_TRUE(reacts(0.5 + 0.1 + 0.3 - 1e-6));
  EXPECT_FALSE(reacts(0.5 + 0.1 + 0.3 + 1e-6));
}

TEST(EvadeProjectile, LooksNoFartherThanItsHorizonAndRange) {
  const std::string at_ten = planar_shot({10, 0.1, 0}, {-10, 0, 0});
  EXPECT_TRUE(wish({.keys = R"(,"horizon":1.01)", .shots = at_ten}));
  EXPECT_FALSE(wish({.keys = R"(,"horizon":0.8)", .shots = at_ten}));
  EXPECT_TRUE(wish({.keys = R"(,"range":10.1)", .shots = at_ten}));
  EXPECT_FALSE(wish({.keys = R"(,"range":9.9)", .shots = at_ten}));
}

TEST(EvadeProjectile, SeesWithinItsFieldOfView) {
  const std::string behind = planar_shot({-10, 0.1, 0}, {20, 0, 0});
  EXPECT_TRUE(wish({.shots = behind}));
  EXPECT_FALSE(wish({.keys = R"(,"fov_deg":180)", .shots = behind}));
}

TEST(EvadeProjectile, CountsItsOwnMotion) {
  // It is 3 m on when the shot crosses its way, or right there.
  EXPECT_FALSE(
      wish({.shots = planar_shot({10, 0, 0}, {-10, 0, 0}), .actor = R"("position":[0,0],"velocity":[0,3])"}));
  EXPECT_TRUE(
      wish({.shots = planar_shot({10, 3, 0}, {-10, 0, 0}), .actor = R"("position":[0,0],"velocity":[0,3])"}));
}

TEST(EvadeProjectile, WhatGoesAwayOrRestsIsNoDanger) {
  EXPECT_FALSE(wish({.shots = planar_shot({10, 0, 0}, {20, 0, 0})}));
  EXPECT_FALSE(wish({.shots = planar_shot({3, 0, 0}, {0, 0, 0}),
                     .shot = R"("radius":0.1,"ball":{})",
                     .actor = R"("position":[0,0],"velocity":[1,0])"}));
}

TEST(EvadeProjectile, TheFirstToComeCountsThenTheFirstFired) {
  const std::string late = planar_shot({20, 0.1, 0}, {-20, 0, 0});
  const std::string early = planar_shot({0.1, 10, 0}, {0, -20, 0});
  expect_wish({.shots = late + "," + early}, {-1, 0, 0});
  expect_wish({.shots = early + "," + late}, {-1, 0, 0});
  const std::string equal = planar_shot({10, 0.1, 0}, {-20, 0, 0});
  expect_wish({.shots = equal + "," + early}, {0, -1, 0});
  expect_wish({.shots = early + "," + equal}, {-1, 0, 0});
}

TEST(EvadeProjectile, StepsToTheOtherSideOfAWall) {
  const std::string shots = planar_shot({10, 0.1, 0}, {-20, 0, 0});
  expect_wish({.shots = shots, .world = R"(,"walls":[{"points":[[-3,-0.8],[3,-0.8]]}])"}, {0, 1, 0});
  // Between two walls it does what it can.
  expect_wish({.shots = shots,
               .world = R"(,"walls":[{"points":[[-3,-0.8],[3,-0.8]]},{"points":[[-3,0.8],[3,0.8]]}])"},
              {0, -1, 0});
}

TEST(EvadeProjectile, LooksAtOneTypeAlone) {
  const std::string shots = planar_shot({10, 0.1, 0}, {-20, 0, 0});
  EXPECT_TRUE(wish({.keys = R"(,"projectile":"shot")", .shots = shots}));
  EXPECT_FALSE(wish({.keys = R"(,"projectile":"other")", .shots = shots}));
}

TEST(EvadeProjectile, WaitsForItsReactionTime) {
  Simulator simulator = make_simulator(
      text_of({.keys = R"(,"reaction":0.2)", .shots = planar_shot({10, 0.1, 0}, {-20, 0, 0})}));
  simulator.record_requests();
  for (int k = 0; k < 20; ++k) {
    run_steps(simulator, 1);
    EXPECT_EQ(simulator.requests().is_active(0), k >= 10) << k;
  }
}

TEST(EvadeProjectile, OverOrBesideABodyItFliesPast) {
  const auto reacts = [](Vec3 from) {
    return wish({.shots = shot(from, {-20, 0, 0}),
                 .dimensions = 2.5,
                 .shot = R"("radius":0.1,"gravity_scale":0)"})
        .has_value();
  };
  EXPECT_TRUE(reacts({10, 0.8, 1}));
  EXPECT_FALSE(reacts({10, 1.0, 1}));
  EXPECT_TRUE(reacts({10, 0, 1.7}));
  EXPECT_FALSE(reacts({10, 0, 2.8}));
}

TEST(EvadeProjectile, WhatComesDownBeforeItReachesTheBodyIsNoDanger) {
  // From 1.2 m it falls for 0.49 s.
  EXPECT_TRUE(wish({.shots = shot({4, 0.1, 1.2}, {-10, 0, 0}), .dimensions = 2.5}));
  EXPECT_FALSE(wish({.shots = shot({8, 0.1, 1.2}, {-10, 0, 0}), .dimensions = 2.5}));
}

TEST(EvadeProjectile, InSpaceStepsAcrossTheFlight) {
  Scene scene{.shots = shot({10, 0.1, 0.1}, {-20, 0, 0}), .dimensions = 3.0};
  scene.shot = R"("radius":0.1,"gravity":[0,0,0])";
  expect_wish(scene, {0, -1, -1});
  scene.shots = shot({10, 0, 0}, {-20, 0, 0});
  expect_wish(scene, {0, 1, 0});
}

// A body that takes velocities stops where nothing is asked, outside of the line of the shot.
TEST(EvadeProjectile, IsNotHit) {
  for (const double offset : {-0.4, 0.0, 0.01, 0.4}) {
    for (const bool is_kinematic : {false, true}) {
      Simulator simulator =
          make_simulator(text_of({.shots = planar_shot({15, offset, 0}, {-15, 0, 0}),
                                  .type = is_kinematic ? R"(,"locomotion":{"type":"kinematic"})" : ""}));
      run_steps(simulator, 100);
      EXPECT_EQ(simulator.world().state.shots.hits[0], 0u) << offset;
      if (!is_kinematic) continue;
      EXPECT_NEAR(std::fabs(position_of(simulator).y - offset), 0.95, 0.06) << offset;
      EXPECT_EQ(velocity_of(simulator), Vec3{}) << offset;
    }
  }
}

TEST(EvadeProjectile, DoesNothingWhereNothingFlies) {
  EXPECT_FALSE(request_of({.behavior = R"({"type":"evade_projectile"})"}));
  Simulator simulator = simulator_of({.behavior = R"({"type":"evade_projectile"})"});
  run_steps(simulator, 5);
  EXPECT_EQ(position_of(simulator), Vec3{});
}

TEST(EvadeProjectile, InAWorldThatWrapsSeesThroughTheEdge) {
  const char* const kTorus = R"(,"bounds":{"min":[-10,-10],"max":[10,10],"edge":"wrap"})";
  expect_wish({.shots = planar_shot({-9, 0.1, 0}, {20, 0, 0}),
               .world = kTorus,
               .actor = R"("position":[9.5,0],"heading":0)"},
              {0, -1, 0});
  expect_wish({.shots = planar_shot({6, 0.1, 0}, {20, 0, 0}),
               .world = kTorus,
               .actor = R"("position":[-8,0],"heading":0)"},
              {0, -1, 0});
}

// Of several threads and after a restored state no bit differs.
TEST(EvadeProjectile, ThreadsAndSavedStatesChangeNothing) {
  const std::string text = text_of(
      {.shots = planar_shot({15, 0.1, 0}, {-15, 0, 0}) + "," + planar_shot({0.2, 12, 0}, {0, -15, 0})});
  Simulator one = make_simulator(text);
  Simulator two = make_simulator(text);
  two.use_threads(2, 1);
  run_steps(one, 30);
  run_steps(two, 30);
  EXPECT_EQ(one.hash(), two.hash());
  Simulator forked = one.fork();
  run_steps(one, 30);
  run_steps(forked, 30);
  EXPECT_EQ(one.hash(), forked.hash());
}

}  // namespace
}  // namespace drover::test::evade_projectile_test
