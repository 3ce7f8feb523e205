// Ground that slows, carries and lets go one way: closed forms, and what must not change them.
#include "sim/step/ground_motion.h"

#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "sim/state/saved_state.h"
#include "support/scene.h"

namespace drover::test::ground_motion_test {
namespace {

constexpr const char* kEast = R"([{"type":"kinematic_seek","target":{"point":[1e5,0]}}])";
constexpr const char* kWest = R"([{"type":"kinematic_seek","target":{"point":[-1e5,0]}}])";
constexpr const char* kKinematic = R"(,"locomotion":{"type":"kinematic"})";

// A world with one kind of ground in the rectangle from (low, -1) to (high, 1).
std::string ground(const char* keys, double low, double high) {
  return fmt::format(R"(,"world":{{"regions":{{"r":{{"min":[{},-1],"max":[{},1]}}}},
      "ground":[{{"region":"r",{}}}]}})",
                     low, high, keys);
}

double x_of(const Simulator& simulator, AgentIndex i = 0) {
  return simulator.world().state.motion.x[i];
}

// The time when an agent gets to x, coming from below or from above [s].
double time_to(Simulator&& simulator, double x) {
  const bool from_below = x_of(simulator) < x;
  int steps = 0;
  while ((x_of(simulator) < x) == from_below && steps < 5000) {
    run_steps(simulator, 1);
    ++steps;
  }
  return steps * simulator.world().model().dt;
}

TEST(GroundFactor, SlowsKinematicBodiesAtOnce) {
  Simulator simulator = make_simulator(scene(kEast, R"([{"type":"a","position":[0,0]}])",
                                             fmt::format(R"(,"max_speed":1{})", kKinematic),
                                             ground(R"("speed_factor":0.5)", 3, 7)));
  EXPECT_NEAR(time_to(std::move(simulator), 10.0), 14.0, 2.0 * 0.02);
}

// From 1 to 0.5 m/s with 2 m/s^2: 0.25 s, in which it goes 0.1875 m. The body asks for all it can.
TEST(GroundFactor, SlowsBodiesWithInertiaByTheirAcceleration) {
  for (const char* behavior : {R"([{"type":"seek","variant":"full_accel","target":{"point":[1e5,0]}}])",
                               R"([{"type":"seek","target":{"point":[1e5,0]}}])", "[]"}) {
    Simulator simulator =
        make_simulator(scene(behavior, R"([{"type":"a","position":[0,0],"velocity":[1,0]}])",
                             R"(,"max_speed":1,"max_acceleration":2,
                 "locomotion":{"type":"point_mass","integrator":"second_order"})",
                             ground(R"("speed_factor":0.5)", 0, 9) + R"(,"simulation":{"dt":0.01})"));
    run_steps(simulator, 24);
    EXPECT_NEAR(simulator.world().state.motion.vx[0], 0.52, 1e-12) << behavior;
    run_steps(simulator, 1);
    EXPECT_NEAR(simulator.world().state.motion.vx[0], 0.5, 1e-12) << behavior;
    EXPECT_NEAR(x_of(simulator), 0.1875, 1e-12) << behavior;
    run_steps(simulator, 50);
    EXPECT_NEAR(simulator.world().state.motion.vx[0], 0.5, 1e-12) << behavior;
  }
}

TEST(GroundFactor, MultipliesWhereRegionsOverlap) {
  const Simulator simulator = make_simulator(scene(
      kEast, R"([{"type":"a","position":[0,0]},{"type":"a","position":[3,0]},{"type":"a","position":[5,0]},
                       {"type":"a","position":[9,0]}])",
      R"(,"max_speed":1,"preferred_speed":0.75)",
      R"(,"world":{"regions":{"r":{"min":[-1,-1],"max":[3,1]},"s":{"center":[3,0],"radius":2}},
               "ground":[{"region":"r","speed_factor":0.5},{"region":"s","speed_factor":0.8}]})"));
  const World& world = simulator.world();
  EXPECT_EQ(world.state.limits.max_speed[0], 0.5);
  EXPECT_EQ(world.state.limits.max_speed[1], 0.4);  // borders belong to regions
  EXPECT_EQ(world.state.limits.max_speed[2], 0.8);
  EXPECT_EQ(world.state.limits.max_speed[3], 1.0);
  EXPECT_DOUBLE_EQ(world.preferred_speed(1), 0.75 * 0.4);
}

// All of the plane at half speed is a slower type.
TEST(GroundFactor, EverywhereIsTheSameAsSlowerAgents) {
  const char* agents = R"([{"type":"a","count":60,"placement":{"type":"disc","center":[0,0],"radius":9}}])";
  const char* flock = R"([{"type":"flocking"},{"type":"wander"}])";
  Simulator slowed = make_simulator(scene(
      flock, agents, R"(,"max_speed":3)",
      R"(,"world":{"regions":{"r":{"center":[0,0],"radius":1e4}},"ground":[{"region":"r","speed_factor":0.5}]})"));
  Simulator slow = make_simulator(scene(flock, agents, R"(,"max_speed":1.5)"));
  run_steps(slowed, 100);
  run_steps(slow, 100);
  for (AgentIndex i = 0; i < 60; ++i)
    EXPECT_EQ(slowed.world().state.motion.position(i), slow.world().state.motion.position(i));
}

TEST(GroundFactor, IsOnWhatEventsAndFactorsLeave) {
  Simulator simulator = make_simulator(
      scene("[]", R"([{"type":"a","position":[0,0]}])",
            R"(,"max_speed":4,"max_speed_by":{"type":"time","points":[[0,0.5]]})",
            ground(R"("speed_factor":0.5)", -1, 1) +
                R"(,"events":[{"type":"set","at":0.1,"target":{"agent_type":"a"},"parameter":"max_speed",
                   "value":8}])"));
  EXPECT_EQ(simulator.world().state.limits.max_speed[0], 1.0);
  run_steps(simulator, 5);
  EXPECT_EQ(simulator.world().state.limits.max_speed[0], 2.0);
}

TEST(CarryingGround, MovesWalkersWithItAgainstItAndStanding) {
  const auto belt = [](const char* behaviors, double start) {
    return make_simulator(scene(behaviors, fmt::format(R"([{{"type":"a","position":[{},0]}}])", start),
                                fmt::format(R"(,"max_speed":1.2{})", kKinematic),
                                ground(R"("carries":[0.6,0])", 0, 6)));
  };
  EXPECT_NEAR(time_to(belt(kEast, 0), 6.0), 10.0 / 3.0, 2.0 * 0.02);
  EXPECT_NEAR(time_to(belt(kWest, 6), 0.0), 10.0, 2.0 * 0.02);
  EXPECT_NEAR(time_to(belt("[]", 0), 6.0), 10.0, 2.0 * 0.02);
}

// Others see v + u, the behaviors of the agent v: its speed relative to the belt settles at max_speed.
TEST(CarryingGround, IsPartOfTheVelocityThatOthersSee) {
  Simulator simulator =
      make_simulator(scene(R"([{"type":"seek","target":{"point":[1e5,0]}}])",
                           R"([{"type":"a","position":[0,0]},{"type":"a","position":[0,5]}])",
                           R"(,"max_speed":1.2)", ground(R"("carries":[0.6,0])", -1, 1e4)));
  EXPECT_EQ(simulator.world().state.motion.velocity(0), (Vec3{0.6, 0, 0}));
  EXPECT_EQ(simulator.world().own_velocity(0), Vec3{});
  run_steps(simulator, 200);
  EXPECT_NEAR(simulator.world().state.motion.vx[0], 1.8, 1e-8);
  EXPECT_NEAR(simulator.world().own_velocity(0).x, 1.2, 1e-8);
  EXPECT_NEAR(simulator.world().state.motion.vx[1], 1.2, 1e-8);
}

TEST(CarryingGround, AddsWhereRegionsOverlap) {
  const Simulator simulator = make_simulator(
      scene("[]", R"([{"type":"a","position":[0,0]}])", "",
            R"(,"world":{"regions":{"r":{"center":[0,0],"radius":2},"s":{"min":[-1,-1],"max":[1,1]}},
               "ground":[{"region":"r","carries":[0.5,0.25]},{"region":"s","carries":[-0.25,1]}]})"));
  EXPECT_EQ(simulator.world().ground_velocity(0), (Vec3{0.25, 1.25, 0}));
}

// A flock on ground that moves everywhere alike is the same flock, carried along.
TEST(CarryingGround, EverywhereIsAMovingFrame) {
  const char* agents = R"([{"type":"a","count":60,"placement":{"type":"disc","center":[0,0],"radius":9}}])";
  for (const char* integrator : {"semi_implicit_euler", "newton_euler_1", "velocity_verlet", "rk4"}) {
    const auto flock = [&](const char* world) {
      return make_simulator(scene(
          R"([{"type":"collision_avoidance"},{"type":"flocking"},{"type":"alignment","variant":"velocity"},
              {"type":"pursue","target":{"agent_type":"b"}},{"type":"wander"}])",
          agents,
          fmt::format(R"(,"locomotion":{{"type":"point_mass","integrator":"{}"}}}},
             "b":{{"max_speed":1,"steering":{{"behaviors":[{{"type":"wander"}}]}})",
                      integrator),
          world));
    };
    constexpr const char* kMoving =
        R"(,"world":{"regions":{"r":{"center":[0,0],"radius":1e4}},"ground":[{"region":"r","carries":[0.75,-0.5]}]})";
    Simulator at_rest = flock("");
    Simulator carried = flock(kMoving);
    run_steps(at_rest, 50);
    run_steps(carried, 50);
    for (AgentIndex i = 0; i < 60; ++i) {
      const Vec3 p = at_rest.world().state.motion.position(i) + Vec3{0.75, -0.5, 0.0};
      EXPECT_NEAR(carried.world().state.motion.x[i], p.x, 1e-7) << integrator;
      EXPECT_NEAR(carried.world().state.motion.y[i], p.y, 1e-7) << integrator;
    }
  }
}

TEST(CarryingGround, CarriesNewcomersAndThoseWhoArePutOnIt) {
  Simulator simulator = make_simulator(scene(
      "[]", R"([{"id":"jumper","type":"a","position":[0,9],"velocity":[0,1]}])", "",
      ground(R"("carries":[0.5,0])", -5, 50) +
          R"(,"events":[{"type":"spawn","at":0.1,"agents":{"type":"a","position":[1,0],"velocity":[0,0.25]}},
                {"type":"teleport","at":0.2,"target":{"agent":"jumper"},"position":[0,0]}])"));
  run_steps(simulator, 5);
  EXPECT_EQ(simulator.world().state.motion.velocity(1), (Vec3{0.5, 0.25, 0}));
  run_steps(simulator, 5);
  EXPECT_EQ(simulator.world().state.motion.velocity(0), (Vec3{0.5, 1, 0}));
  EXPECT_EQ(simulator.world().own_velocity(0), (Vec3{0, 1, 0}));
}

TEST(CarryingGround, LeavesKeyframesAlone) {
  Simulator simulator =
      make_simulator(scene("[]", R"([{"type":"a","position":[0,0]}])",
                           R"(,"locomotion":{"type":"scripted","keyframes":[[0,0,0],[10,10,0]]})",
                           ground(R"("carries":[0,0.5])", -5, 50)));
  run_steps(simulator, 100);
  EXPECT_NEAR(x_of(simulator), 2.0, 1e-12);
  EXPECT_EQ(simulator.world().state.motion.y[0], 0.0);
}

// The way loses its part against the direction, and so does the velocity.
TEST(OneWayGround, TakesTheWayBack) {
  const auto place = [](const char* keys, Vec3 target) {
    Simulator simulator = make_simulator(scene(
        fmt::format(R"([{{"type":"kinematic_seek","target":{{"point":[{},{}]}}}}])", target.x, target.y),
        R"([{"type":"a","position":[0,0]}])", fmt::format(R"(,"max_speed":1{})", kKinematic),
        ground(keys, -50, 50)));
    run_steps(simulator, 10);
    return std::pair(simulator.world().state.motion.position(0), simulator.world().state.motion.velocity(0));
  };
  const auto [up, up_velocity] = place(R"("one_way_deg":90)", {0, 1e5, 0});
  EXPECT_NEAR(up.y, 0.2, 1e-6);
  const auto [down, down_velocity] = place(R"("one_way_deg":90)", {6e4, -8e4, 0});
  EXPECT_NEAR(down.x, 0.12, 1e-6);
  EXPECT_NEAR(down.y, 0.0, 1e-6);
  EXPECT_NEAR(down_velocity.x, 0.6, 1e-6);
  EXPECT_NEAR(down_velocity.y, 0.0, 1e-6);
  // Being carried is part of the way.
  const auto [carried, carried_velocity] = place(R"("one_way_deg":90,"carries":[0,-2])", {0, 1e5, 0});
  EXPECT_NEAR(carried.y, 0.0, 1e-6);
  EXPECT_NEAR(up_velocity.y, 1.0, 1e-6);
  EXPECT_NEAR(carried_velocity.y, 0.0, 1e-6);
}

// Bodies with inertia gather no speed against it.
TEST(OneWayGround, HoldsOutsideNobody) {
  Simulator simulator =
      make_simulator(scene(R"([{"type":"seek","target":{"point":[-1e5,0]}}])",
                           R"([{"type":"a","position":[3,0]},{"type":"a","position":[20,0]}])",
                           R"(,"max_speed":1)", ground(R"("one_way":0)", 0, 6)));
  run_steps(simulator, 200);
  EXPECT_EQ(x_of(simulator, 0), 3.0);
  EXPECT_EQ(simulator.world().state.motion.vx[0], 0.0);
  EXPECT_NEAR(simulator.world().state.motion.vx[1], -1.0, 1e-6);
}

// A herd on stairs, belts and a gate.
std::string crowd(const char* integrator = "semi_implicit_euler", const char* simulation = "{}") {
  return fmt::format(
      R"({{"format":1,"simulation":{},"world":{{
          "bounds":{{"min":[-20,-20],"max":[20,20],"edge":"wrap"}},
          "regions":{{"stairs":{{"center":[-4,0],"radius":5}},"belt":{{"min":[0,-9],"max":[9,9]}},
            "gate":{{"points":[[-9,6],[9,6],[0,12]]}},"lawn":{{"min":[-15,-15],"max":[-9,-9]}}}},
          "ground":[{{"region":"stairs","speed_factor":0.4}},{{"region":"belt","carries":[0.5,0.25]}},
            {{"region":"belt","speed_factor":1.5}},{{"region":"gate","one_way":1}},
            {{"region":"lawn","forbidden_to":["a"]}}]}},
        "agent_types":{{"a":{{"max_speed":3,"preferred_speed":{{"uniform":[1,2]}},
          "locomotion":{{"type":"point_mass","integrator":"{}"}},
          "steering":{{"behaviors":[{{"type":"wall_avoidance"}},{{"type":"flocking"}},{{"type":"wander"}}]}}}}}},
        "agents":[{{"type":"a","count":120,"placement":{{"type":"rectangle","min":[-8,-8],"max":[19,19]}}}}]}})",
      simulation, integrator);
}

TEST(Ground, IsFoundAgainAfterARestore) {
  for (const char* integrator : {"semi_implicit_euler", "rk4"}) {
    Simulator original = make_simulator(crowd(integrator));
    run_steps(original, 40);
    const SavedState saved = save_state(original.world());
    Simulator resumed = make_simulator(crowd(integrator));
    ASSERT_FALSE(resumed.restore(saved));
    EXPECT_EQ(resumed.hash(), original.hash());
    run_steps(original, 40);
    run_steps(resumed, 40);
    EXPECT_EQ(resumed.hash(), original.hash()) << integrator;
  }
}

TEST(Ground, ThreadsAndCellsChangeNoBit) {
  Simulator one = make_simulator(crowd());
  Simulator many = make_simulator(crowd());
  Simulator without_cells =
      make_simulator(crowd("semi_implicit_euler", R"({"partition":{"enabled":false}})"));
  many.use_threads(3, 16);
  for (Simulator* simulator : {&one, &many, &without_cells})
    run_steps(*simulator, 80);
  EXPECT_EQ(one.hash(), many.hash());
  EXPECT_EQ(one.hash(), without_cells.hash());
}

// Regions do not wrap: what one has beyond the edge is not on the other side.
TEST(Ground, DoesNotWrap) {
  const Simulator simulator = make_simulator(scene(
      "[]", R"([{"type":"a","position":[9.5,0]},{"type":"a","position":[-9.5,0]}])", R"(,"max_speed":1)",
      R"(,"world":{"bounds":{"min":[-10,-10],"max":[10,10],"edge":"wrap"},
               "regions":{"r":{"min":[9,-1],"max":[11,1]}},"ground":[{"region":"r","speed_factor":0.5}]})"));
  EXPECT_EQ(simulator.world().state.limits.max_speed[0], 0.5);
  EXPECT_EQ(simulator.world().state.limits.max_speed[1], 1.0);
}

// Regions through which nobody comes, and ground that does nothing, change no bit.
TEST(Ground, WithoutAnybodyOnItChangesNoPosition) {
  const char* agents = R"([{"type":"a","count":40,"placement":{"type":"disc","center":[0,0],"radius":9}}])";
  const char* flock = R"([{"type":"flocking"},{"type":"wander"}])";
  const auto run = [&](const char* world) {
    Simulator simulator = make_simulator(scene(flock, agents, "", world));
    run_steps(simulator, 100);
    return simulator;
  };
  const Simulator plain = run("");
  const Simulator far = run(R"(,"world":{"regions":{"r":{"center":[900,0],"radius":5}},
      "ground":[{"region":"r","carries":[1,0],"speed_factor":0.5,"one_way":1,"forbidden_to":["a"]}]})");
  for (AgentIndex i = 0; i < 40; ++i) {
    EXPECT_EQ(plain.world().state.motion.position(i), far.world().state.motion.position(i));
    EXPECT_EQ(plain.world().state.motion.velocity(i), far.world().state.motion.velocity(i));
  }
}

}  // namespace
}  // namespace drover::test::ground_motion_test
