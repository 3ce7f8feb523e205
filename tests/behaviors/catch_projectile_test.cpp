#include <fmt/format.h>
#include <gtest/gtest.h>

#include "behaviors/stage.h"

namespace drover::test::catch_projectile_test {
namespace {

struct Scene {
  std::string keys = "";  // of the behavior
  std::string shots = "";
  std::string agents = R"({"type":"actor","position":[0,0],"heading":0})";
  double dimensions = 2.5;
  std::string shot = R"("radius":0.1)";
  std::string type = "";
};

Simulator simulator_for(const Scene& scene) {
  Simulator simulator = make_simulator(fmt::format(
      R"({{"format":1,"simulation":{{"dt":0.02}},"world":{{"dimensions":{}}},
  "projectile_types":{{"shot":{{{}}},"other":{{}}}},"projectiles":[{}],
  "agent_types":{{"actor":{{"max_speed":4,"max_acceleration":20,
    "steering":{{"behaviors":[{{"type":"catch_projectile"{}}}]}}{}}}}},
  "agents":[{}]}})",
      scene.dimensions, scene.shot, scene.shots, scene.keys, scene.type, scene.agents));
  simulator.record_requests();
  return simulator;
}

std::string shot(Vec3 position, Vec3 velocity) {
  return fmt::format(R"({{"type":"shot","position":[{},{},{}],"velocity":[{},{},{}]}})", position.x,
                     position.y, position.z, velocity.x, velocity.y, velocity.z);
}
std::string ball(Vec3 position, Vec3 velocity) {
  return fmt::format(R"({{"type":"shot","position":[{},{}],"velocity":[{},{}]}})", position.x, position.y,
                     velocity.x, velocity.y);
}

std::optional<Vec3> wish(const Scene& scene, AgentIndex agent = 0) {
  Simulator simulator = simulator_for(scene);
  run_steps(simulator, 1);
  if (!simulator.requests().is_active(agent)) return std::nullopt;
  return direction(simulator.requests().linear(agent));
}

void expect_wish(const Scene& scene, Vec3 way) {
  const std::optional<Vec3> found = wish(scene);
  ASSERT_TRUE(found);
  EXPECT_NEAR(length(*found - direction(way)), 0.0, 1e-9) << found->x << " " << found->y;
}

// It falls through 1.2 m after 1.22 s, 3.66 m and 4.88 m on.
const Vec3 kStart{0.0, 0.0, 2.0};
const Vec3 kThrow{3.0, 4.0, 5.0};
double time_to_hands() {
  return (5.0 + std::sqrt(25.0 + 2.0 * 9.81 * 0.8)) / 9.81;
}

TEST(CatchProjectile, GoesToWhereItFallsThroughTheHeightOfItsHands) {
  const double t = time_to_hands();
  expect_wish({.shots = shot(kStart, kThrow), .agents = R"({"type":"actor","position":[3,2]})"},
              {3.0 * t - 3.0, 4.0 * t - 2.0, 0.0});
}

TEST(CatchProjectile, IsThereInTimeAndWaits) {
  Simulator simulator = simulator_for(
      {.shots = shot(kStart, {3.0, 4.0, 12.0}), .agents = R"({"type":"actor","position":[9,6]})"});
  const double t = (12.0 + std::sqrt(144.0 + 2.0 * 9.81 * 0.8)) / 9.81;
  run_steps(simulator, static_cast<int>(t / 0.02));
  EXPECT_LT(length(position_of(simulator) - Vec3{3.0 * t, 4.0 * t, 0.0}), 0.05);
  EXPECT_LT(length(velocity_of(simulator)), 0.1);
}

TEST(CatchProjectile, GoesOnlyForWhatItReachesInTime) {
  const double t = time_to_hands();
  const auto goes = [&](double off) {
    return wish({.shots = shot(kStart, kThrow),
                 .agents = fmt::format(R"({{"type":"actor","position":[{},{}]}})", 3.0 * t + off, 4.0 * t)})
        .has_value();
  };
  EXPECT_TRUE(goes(4.0 * t - 0.01));
  // What it does not reach at the height of its hands it may meet below, until the center is 0.1 m above the
  // ground.
  const double low = (5.0 + std::sqrt(25.0 + 2.0 * 9.81 * 1.9)) / 9.81;
  const double later = low - t;
  const double farthest = 3.0 * later + 4.0 * std::sqrt(low * low - later * later);
  EXPECT_TRUE(goes(farthest - 0.05));
  EXPECT_FALSE(goes(farthest + 0.05));
}

// Of a drive that never rises above its hands, and of one that leaves the region, it meets the part in that.
TEST(CatchProjectile, MeetsALowDriveInItsRegion) {
  const auto goes = [](double low, double high) {
    Simulator simulator = make_simulator(fmt::format(
        R"({{"format":1,"simulation":{{"dt":0.02}},"world":{{"dimensions":2.5,
      "regions":{{"goal":{{"min":[{},-9],"max":[{},9]}}}}}},
    "projectile_types":{{"shot":{{"radius":0.1}}}},
    "projectiles":[{{"type":"shot","position":[0,0,0.5],"velocity":[20,0,3]}}],
    "agent_types":{{"actor":{{"max_speed":4,"max_acceleration":20,
      "steering":{{"behaviors":[{{"type":"catch_projectile","region":"goal"}}]}}}}}},
    "agents":[{{"type":"actor","position":[11,1.5]}}]}})",
        low, high));
    simulator.record_requests();
    run_steps(simulator, 1);
    return simulator.requests().is_active(0);
  };
  EXPECT_TRUE(goes(9, 12));
  EXPECT_FALSE(goes(2, 5));  // it is through before the agent is there
  EXPECT_FALSE(goes(40, 50));
}

TEST(CatchProjectile, TakesTheNearestPlace) {
  Scene scene{.shots = shot({-3.5, 0, 9}, {0, 0, 0}) + "," + shot({0, 3, 9}, {0, 0, 0})};
  expect_wish(scene, {0, 1, 0});
  scene.shots = shot({0, 3, 9}, {0, 0, 0}) + "," + shot({-3.5, 0, 9}, {0, 0, 0});
  expect_wish(scene, {0, 1, 0});
  // Of equally near ones the first.
  scene.shots = shot({0, 3, 9}, {0, 0, 0}) + "," + shot({-3, 0, 9}, {0, 0, 0});
  expect_wish(scene, {0, 1, 0});
}

TEST(CatchProjectile, LeavesItToTheNearest) {
  const std::string agents = R"({"type":"actor","position":[3,2]},{"type":"actor","position":[4,4]})";
  const Scene shared{.shots = shot(kStart, kThrow), .agents = agents};
  EXPECT_FALSE(wish(shared, 0));
  EXPECT_TRUE(wish(shared, 1));
  const Scene each{.keys = R"(,"nearest_only":false)", .shots = shot(kStart, kThrow), .agents = agents};
  EXPECT_TRUE(wish(each, 0));
  EXPECT_TRUE(wish(each, 1));
  // Of equally near ones the lower number.
  const Scene tie{.shots = shot({0, 0, 9}, {0, 0, 0}),
                  .agents = R"({"type":"actor","position":[2,0]},{"type":"actor","position":[-2,0]})"};
  EXPECT_TRUE(wish(tie, 0));
  EXPECT_FALSE(wish(tie, 1));
}

TEST(CatchProjectile, SeesNoFartherThanItsRange) {
  EXPECT_TRUE(wish({.keys = R"(,"range":6)", .shots = shot({5, 0, 15}, {0, 0, 0})}));
  EXPECT_FALSE(wish({.keys = R"(,"range":4)", .shots = shot({5, 0, 15}, {0, 0, 0})}));
}

// At 4 m/s it meets a ball that passes 3 m away at 5 m/s where (10 - 5 t)^2 + 9 = 16 t^2.
TEST(CatchProjectile, InThePlaneMeetsWhatMovesOnAStraightLine) {
  const double t = (100.0 - std::sqrt(10000.0 - 4.0 * 9.0 * 109.0)) / 18.0;
  expect_wish({.shots = ball({10, 3, 0}, {-5, 0, 0}), .dimensions = 2.0}, {10.0 - 5.0 * t, 3.0, 0.0});
}

TEST(CatchProjectile, MeetsABallThatRollsOut) {
  // It comes to rest after 4 m in 4 s, and is met there.
  Simulator simulator = simulator_for({.shots = ball({2, 3, 0}, {2, 0, 0}),
                                       .agents = R"({"type":"actor","position":[9,-9]})",
                                       .dimensions = 2.0,
                                       .shot = R"("radius":0.1,"ball":{"rolling_drag":0.5})"});
  run_steps(simulator, 1);
  EXPECT_GT(dot(simulator.requests().linear(0), Vec3{-3, 12, 0}), 0.0);
  double nearest = kInfinity;
  for (int k = 0; k < 250; ++k) {
    run_steps(simulator, 1);
    const Vec3 place = simulator.world().state.projectiles.position(0);
    nearest = smaller(nearest, length(position_of(simulator) - place));
    if (k < 100) {
      EXPECT_EQ(simulator.world().state.projectiles.velocity(0).y, 0.0) << k;
    }
  }
  EXPECT_LT(nearest, 0.65);
}

TEST(CatchProjectile, WithoutAProjectileItAsksForNothing) {
  EXPECT_FALSE(wish({}));
  EXPECT_FALSE(request_of({.behavior = R"({"type":"catch_projectile"})"}));
}

}  // namespace
}  // namespace drover::test::catch_projectile_test
