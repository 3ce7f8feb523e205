// Fuses, explosions, impulses and recoil.
#include "projectiles/range.h"

namespace drover::explosion_test {
namespace {

using test::impacts_in;
using test::make_simulator;
using test::put_in_flight;
using test::Range;
using test::run_steps;
using test::simulator_of;
using test::world_of;

Vec3 velocity_of(const Simulator& simulator, AgentIndex agent = 0) {
  return simulator.world().state.motion.velocity(agent);
}
Vec3 position_of(const Simulator& simulator, AgentIndex agent = 0) {
  return simulator.world().state.motion.position(agent);
}

// A scenario of bodies of type "a" that want nothing.
std::string bodies(const std::string& type, const std::string& agents, const std::string& events,
                   const std::string& world = "", double dt = 0.02) {
  return fmt::format(R"({{"format":1,"simulation":{{"dt":{},"duration":100}},"world":{{{}}},
    "agent_types":{{"a":{{"radius":0.5,"max_speed":3,{}}}}},"agents":[{}],"events":[{}]}})",
                     dt, world, type, agents, events);
}

constexpr const char* kHeavy = R"("mass":80,"max_acceleration":6)";

// 400 N s on bodies of 80 kg; distances to the border of the body.
TEST(Explosion, PushesBodiesAwayFromItsCenter) {
  Simulator simulator = make_simulator(bodies(
      kHeavy,
      R"({"type":"a","position":[0.5,0]},{"type":"a","position":[0,1.5]},{"type":"a","position":[-3.5,0]},
                {"type":"a","position":[0,-6]},{"type":"a","position":[6.5,0]},{"type":"a","position":[60,0]})",
      R"({"type":"explosion","at":0,"position":[0,0],"radius":6,"momentum":400})"));
  const double expected[] = {5.0, 4.166667, 2.5, 0.416667, 0.0, 0.0};
  for (AgentIndex i = 0; i < 6; ++i)
    EXPECT_NEAR(length(velocity_of(simulator, i)), expected[i], 1e-6) << i;
  EXPECT_GT(velocity_of(simulator, 0).x, 0.0);
  EXPECT_GT(velocity_of(simulator, 1).y, 0.0);
  EXPECT_LT(velocity_of(simulator, 2).x, 0.0);
}

TEST(Explosion, IsShieldedByWallsUnlessItIsSaidNotTo) {
  for (const bool blocked : {true, false}) {
    Simulator simulator = make_simulator(
        bodies(kHeavy, R"({"type":"a","position":[3,0]})",
               fmt::format(
                   R"({{"type":"explosion","at":0,"position":[0,0],"radius":6,"momentum":400,"blocked":{}}})",
                   blocked),
               R"("walls":[{"points":[[1.5,-3],[1.5,3]]}])"));
    EXPECT_EQ(velocity_of(simulator).x > 0.0, !blocked);
  }
}

// At its very center a body has no direction away from it.
TEST(Explosion, PartsBodiesAtItsCenter) {
  Simulator simulator = make_simulator(bodies(
      kHeavy, R"({"type":"a","position":[0,0],"overlap":true},{"type":"a","position":[0,0],"overlap":true})",
      R"({"type":"explosion","at":0,"position":[0,0],"radius":6,"momentum":400})"));
  EXPECT_EQ(velocity_of(simulator, 0), -velocity_of(simulator, 1));
  EXPECT_NEAR(std::fabs(velocity_of(simulator, 0).x), 5.0, 1e-12);
}

TEST(Explosion, ThrowsBodiesUpOnGroundWithHeights) {
  Simulator simulator = make_simulator(
      bodies(kHeavy, R"({"type":"a","position":[1.5,0]})",
             R"({"type":"explosion","at":0.02,"position":[0,0,0.5],"radius":6,"momentum":400,"up":0.5})",
             R"("dimensions":2.5)"));
  run_steps(simulator, 1);
  EXPECT_NEAR(velocity_of(simulator).x, 0.5 * 4.166667, 1e-6);
  EXPECT_NEAR(simulator.world().state.elevation.vz[0], 0.5 * 4.166667, 1e-6);
  run_steps(simulator, 10);
  EXPECT_GT(simulator.world().state.elevation.z[0], 0.1);
  EXPECT_NEAR(velocity_of(simulator).x, 0.5 * 4.166667, 1e-6);  // in the air it keeps that
  run_steps(simulator, 100);
  EXPECT_EQ(simulator.world().state.elevation.z[0], 0.0);
}

// Pushed from 3 to 5 m/s with 6 m/s^2 it is back at 3 m/s after 0.333 s and 1.333 m.
TEST(Impulse, LosesTheMaxAccelerationPerSecondAboveTheMaxSpeed) {
  Simulator simulator = make_simulator(
      bodies(std::string(kHeavy) +
                 R"(,"goal":{"direction_deg":0},"steering":{"behaviors":[{"type":"seek","target":"goal"}]})",
             R"({"type":"a","position":[0,0],"velocity":[3,0]})",
             R"({"type":"impulse","at":0,"target":{"agent_type":"a"},"velocity":[2,0]})", "", 0.001));
  EXPECT_NEAR(velocity_of(simulator).x, 5.0, 1e-12);
  int steps = 0;
  while (velocity_of(simulator).x > 3.0 + 1e-9 && steps < 1000) {
    run_steps(simulator, 1);
    ++steps;
  }
  EXPECT_NEAR(0.001 * steps, 0.3333, 0.0015);
  EXPECT_NEAR(position_of(simulator).x, 1.3333, 0.005);
  run_steps(simulator, 100);
  EXPECT_NEAR(velocity_of(simulator).x, 3.0, 1e-9);
}

// 2 m/s for a knock time of 0.3 s are 0.6 m, however long the steps are.
TEST(Impulse, DecaysOfABodyWithoutInertia) {
  for (const double dt : {0.005, 0.02, 0.25}) {
    Simulator simulator = make_simulator(
        bodies(R"("locomotion":{"type":"kinematic"})", R"({"type":"a","position":[0,0]})",
               R"({"type":"impulse","at":0,"target":{"agent_type":"a"},"velocity":[2,0]})", "", dt));
    EXPECT_NEAR(velocity_of(simulator).x, 2.0, 1e-12);
    run_steps(simulator, static_cast<int>(std::lround(6.0 / dt)));
    EXPECT_NEAR(position_of(simulator).x, 0.6, 1e-4);
    EXPECT_EQ(velocity_of(simulator), Vec3{});
  }
}

TEST(Impulse, OfAMomentumIsDividedByTheMass) {
  Simulator simulator =
      make_simulator(bodies(kHeavy, R"({"type":"a","position":[0,0]})",
                            R"({"type":"impulse","at":0,"target":{"agent_type":"a"},"momentum":[0,160]})"));
  EXPECT_NEAR(velocity_of(simulator).y, 2.0, 1e-12);
}

TEST(Impulse, LeavesImmovableBodiesAlone) {
  Simulator simulator =
      make_simulator(bodies(R"("immovable":true)", R"({"type":"a","position":[0,0]})",
                            R"({"type":"impulse","at":0,"target":{"agent_type":"a"},"velocity":[0,2]})"));
  EXPECT_EQ(velocity_of(simulator), Vec3{});
}

// 0.05 kg at 400 m/s push 80 kg back by 0.25 m/s.
TEST(Recoil, PushesWhoFires) {
  Simulator simulator = make_simulator(R"({"format":1,"simulation":{"dt":0.02,"duration":10},
    "projectile_types":{"shot":{"mass":0.05,"muzzle_speed":400,"lifetime":1}},
    "agent_types":{"a":{"mass":80,"actions":[{"type":"fire","projectile":"shot","target":{"point":[50,0]},
      "recoil":true,"period":5}]}},
    "agents":[{"type":"a","position":[0,0]}]})");
  run_steps(simulator, 1);
  EXPECT_NEAR(velocity_of(simulator).x, -0.25, 1e-12);
}

TEST(Fuse, EndsAtItsTimeWithinTheStep) {
  Simulator simulator = simulator_of({.shot = R"("fuse":0.5,"explosion":{"radius":3,"momentum":1})"
                                              R"(,"gravity":[0,0])"});
  put_in_flight(simulator, {0.0, 0.0, 0.0}, {10.0, 0.0, 0.0});
  const std::vector<Impact> impacts = impacts_in(simulator, 40);
  ASSERT_EQ(impacts.size(), 1u);
  EXPECT_EQ(impacts[0].hit.met, Met::fuse);
  EXPECT_TRUE(impacts[0].exploded);
  EXPECT_NEAR(impacts[0].time, 0.5, 1e-12);
  EXPECT_NEAR(impacts[0].point.x, 5.0, 1e-12);
}

// It bounces off the ground with a share of its speed toward that, keeps the rest and comes to lie.
TEST(Fuse, LetsAProjectileGoOnFromWhatItHits) {
  Simulator simulator =
      simulator_of({.dimensions = 2.5,
                    .dt = 0.01,
                    .shot = R"("radius":0.1,"fuse":6,"bounce":0.5,"explosion":{"radius":3})"});
  put_in_flight(simulator, {0.0, 0.0, 1.1}, {1.0, 0.0, 0.0});
  const std::vector<Impact> impacts = impacts_in(simulator, 650);
  ASSERT_GE(impacts.size(), 3u);
  EXPECT_TRUE(impacts[0].bounced);
  EXPECT_NEAR(impacts[0].velocity.z, -4.429447, 1e-6);
  EXPECT_NEAR(impacts[0].velocity_after.z, 0.5 * 4.429447, 1e-6);
  EXPECT_NEAR(impacts[0].velocity_after.x, 1.0, 1e-12);
  const Impact& rest = impacts[impacts.size() - 2];
  EXPECT_EQ(rest.velocity_after, Vec3{});
  EXPECT_EQ(impacts.back().hit.met, Met::fuse);
  EXPECT_NEAR(impacts.back().time, 6.0, 1e-9);
  EXPECT_NEAR(impacts.back().point.z, 0.1, 1e-9);
}

TEST(Fuse, WithoutOneAProjectileExplodesAtTheFirstHit) {
  Simulator simulator =
      simulator_of({.shot = R"("radius":0,"explosion":{"radius":3,"momentum":8})",
                    .agents = R"({"type":"b","position":[5,0]},{"type":"b","position":[5,2]},
                                                   {"type":"a","position":[-500,0]})"});
  put_in_flight(simulator, {0.0, 0.0, 0.0}, {100.0, 0.0, 0.0});
  const std::vector<Impact> impacts = impacts_in(simulator, 5);
  ASSERT_EQ(impacts.size(), 1u);
  EXPECT_EQ(impacts[0].hit.met, Met::agent);
  EXPECT_TRUE(impacts[0].exploded);
  const World& world = simulator.world();
  EXPECT_EQ(world.state.pushes.blasts, (std::vector<std::uint32_t>{1, 1, 0}));
  // From (4.5, 0) to the border of the second: hypot(0.5, 2) - 0.5.
  const double share = 1.0 - (std::hypot(0.5, 2.0) - 0.5) / 3.0;
  // Above 3 m/s it brakes by 6 m/s^2 in the two steps that follow.
  EXPECT_NEAR(length(velocity_of(simulator, 1)), 8.0 * share - 2.0 * 6.0 * 0.02, 1e-9);
  EXPECT_GT(velocity_of(simulator, 1).y, 0.0);
}

TEST(Fuse, OfABallEndsItsWay) {
  Simulator simulator = simulator_of(
      {.shot = R"("radius":0.1,"fuse":0.25,"ball":{"rolling_drag":0},"explosion":{"radius":3})"});
  put_in_flight(simulator, {0.0, 0.0, 0.0}, {4.0, 0.0, 0.0});
  world_of(simulator).state.projectiles.phase[0] = static_cast<std::uint8_t>(ProjectilePhase::rolls);
  const std::vector<Impact> impacts = impacts_in(simulator, 20);
  ASSERT_EQ(impacts.size(), 1u);
  EXPECT_NEAR(impacts[0].point.x, 1.0, 1e-12);
  EXPECT_NEAR(impacts[0].time, 0.25, 1e-12);
}

std::string refusal(const std::string& shot) {
  try {
    simulator_of({.shot = shot});
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

TEST(Fuse, RefusesKeysThatContradict) {
  EXPECT_NE(refusal(R"("bounce":0.5)").find("without a \"fuse\""), std::string::npos);
  EXPECT_NE(refusal(R"("bounce":0.5,"fuse":1,"ball":{})").find("a ball bounces by"), std::string::npos);
  EXPECT_NE(refusal(R"("explosion":{},"ball":{})").find("never explodes"), std::string::npos);
}

}  // namespace
}  // namespace drover::explosion_test
