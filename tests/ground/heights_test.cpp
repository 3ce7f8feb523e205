// Ground with heights: walking up and down, falls in closed form, rises that hold back, floors over floors.
#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "sim/state/saved_state.h"
#include "sim/step/elevation.h"
#include "support/scene.h"

namespace drover::test::heights_test {
namespace {

constexpr double kG = 9.81;
constexpr const char* kEast = R"([{"type":"kinematic_seek","target":{"point":[1e5,0]}}])";
constexpr const char* kWalker = R"(,"max_speed":1,"locomotion":{"type":"kinematic"})";

// A world of ground with heights; `regions` and `ground` are members of those objects.
std::string world(const std::string& regions, const std::string& ground, const std::string& keys = "") {
  return fmt::format(R"(,"world":{{"dimensions":2.5,"regions":{{{}}},"ground":[{}]{}}})", regions, ground,
                     keys);
}

// A ramp along x from (2, 0) to a roof 3 m high between x = 8 and x = 12.
std::string roof(const std::string& keys = "", const std::string& roof_keys = "") {
  return world(
      R"("up":{"min":[2,-1],"max":[8,1]},"roof":{"min":[8,-1],"max":[12,1]})",
      R"({"region":"up","ramp":{"from":[2,0,0],"to":[8,0,3]}},{"region":"roof","height":3)" + roof_keys + "}",
      keys);
}

struct Height {
  double z, vz;
  bool grounded;
};
Height height_of(const Simulator& simulator, AgentIndex i = 0) {
  const ElevationColumns& elevation = simulator.world().state.elevation;
  return {elevation.z[i], elevation.vz[i], elevation.grounded[i] != 0};
}
double x_of(const Simulator& simulator, AgentIndex i = 0) {
  return simulator.world().state.motion.x[i];
}
double y_of(const Simulator& simulator, AgentIndex i = 0) {
  return simulator.world().state.motion.y[i];
}

std::string with_dt(double dt) {
  return fmt::format(R"(,"simulation":{{"dt":{}}})", dt);
}

TEST(GroundHeight, IsFollowedUpARampAndOverARoof) {
  Simulator simulator =
      make_simulator(scene(kEast, R"([{"type":"a","position":[0,0],"velocity":[1,0]}])", kWalker, roof()));
  EXPECT_EQ(height_of(simulator).z, 0.0);
  run_steps(simulator, 250);  // to x = 5
  EXPECT_NEAR(height_of(simulator).z, 1.5, 1e-9);
  EXPECT_NEAR(height_of(simulator).vz, 0.5, 1e-9);  // the speed in the plane stays 1 m/s
  EXPECT_NEAR(x_of(simulator), 5.0, 1e-9);
  run_steps(simulator, 250);  // to x = 10
  EXPECT_EQ(height_of(simulator).z, 3.0);
  EXPECT_EQ(height_of(simulator).vz, 0.0);
  EXPECT_TRUE(height_of(simulator).grounded);
}

// From the edge at x = 12, reached at t = 12 s, down 3 m: sqrt(6 / g) s, for any step.
TEST(Fall, BeginsAtTheEdgeAndEndsWhereTheFeetMeetTheGround) {
  for (const double dt : {0.02, 0.05, 0.3}) {
    Simulator simulator = make_simulator(
        scene(kEast, R"([{"type":"a","position":[0,0],"velocity":[1,0]}])", kWalker, roof() + with_dt(dt)));
    const double landing = 12.0 + std::sqrt(6.0 / kG);
    while (simulator.world().time() < 14.0) {
      run_steps(simulator, 1);
      const double t = simulator.world().time();
      ASSERT_NEAR(x_of(simulator), t, 1e-9);  // the velocity in the plane stays
      const auto [z, vz, grounded] = height_of(simulator);
      if (t > 12.0 + 1e-9 && t < landing) {
        ASSERT_NEAR(z, 3.0 - 0.5 * kG * (t - 12.0) * (t - 12.0), 1e-8) << dt << " " << t;
        ASSERT_NEAR(vz, -kG * (t - 12.0), 1e-8);
        ASSERT_FALSE(grounded);
      } else if (t > landing) {
        ASSERT_EQ(z, 0.0);
        ASSERT_EQ(vz, 0.0);
        ASSERT_TRUE(grounded);
      }
    }
    EXPECT_EQ(simulator.world().state.elevation.falls[0], 1u);
  }
}

TEST(Fall, BeginsAtTheHeightOfThePosition) {
  Simulator simulator = make_simulator(
      scene(kEast, R"([{"type":"a","position":[0,0,10],"velocity":[0,2]},{"type":"b","position":[0,9,10]},
                       {"type":"a","position":[0,0,0.25]}])",
            R"(,"max_speed":3},"b":{"gravity_scale":0.25)", world("", "", R"(,"gravity":8)")));
  EXPECT_FALSE(height_of(simulator, 0).grounded);
  EXPECT_TRUE(height_of(simulator, 2).grounded);  // a step above the ground is on it
  EXPECT_EQ(height_of(simulator, 2).z, 0.0);
  run_steps(simulator, 50);
  EXPECT_NEAR(height_of(simulator, 0).z, 10.0 - 4.0, 1e-12);
  EXPECT_NEAR(height_of(simulator, 1).z, 10.0 - 1.0, 1e-12);
  // Steering is off in the air: the way in the plane is straight.
  EXPECT_EQ(x_of(simulator, 0), 0.0);
  EXPECT_NEAR(y_of(simulator, 0), 2.0, 1e-12);
  run_steps(simulator, 50);
  EXPECT_TRUE(height_of(simulator, 0).grounded);
  EXPECT_EQ(height_of(simulator, 0).z, 0.0);
  EXPECT_GT(x_of(simulator, 0), 0.1);  // and on again
}

TEST(Fall, IsOffWithoutGravity) {
  for (const char* keys : {R"(,"gravity":0)", ""}) {
    const std::string type = std::string(kWalker) + (*keys == 0 ? R"(,"gravity_scale":0)" : "");
    Simulator simulator = make_simulator(
        scene(kEast, R"([{"type":"a","position":[0,0,7],"velocity":[1,0]},{"type":"a","position":[9,0,3]}])",
              type, roof(keys)));
    run_steps(simulator, 300);
    EXPECT_EQ(height_of(simulator, 0).z, 7.0);
    EXPECT_EQ(height_of(simulator, 1).z, 3.0);
    EXPECT_NEAR(x_of(simulator, 0), 6.0, 1e-9);  // who keeps the height goes on
  }
}

// Down a ramp and off its end, 1 m above the ground: the fall begins with the speed down the slope.
TEST(Fall, BeginsWithTheSpeedOfTheSlope) {
  Simulator simulator =
      make_simulator(scene(kEast, R"([{"type":"a","position":[0,0,3],"velocity":[1,0]}])", kWalker,
                           world(R"("down":{"min":[-1,-1],"max":[4,1]})",
                                 R"({"region":"down","ramp":{"from":[0,0,3],"to":[4,0,1]}})")));
  run_steps(simulator, 200);  // x = 4, where the fall begins or has just
  run_steps(simulator, 10);
  const double t = 0.2;
  EXPECT_NEAR(height_of(simulator).z, 1.0 - 0.5 * t - 0.5 * kG * t * t, 1e-8);
}

TEST(GroundHeight, IsSteppedUpAndDownByStepHeight) {
  const auto on_step = [](double height, const char* keys = "") {
    Simulator simulator =
        make_simulator(scene(kEast, R"([{"type":"a","position":[0,0],"velocity":[1,0]}])", kWalker,
                             world(R"("r":{"min":[1,-1],"max":[2,1]})",
                                   fmt::format(R"({{"region":"r","height":{}}})", height), keys)));
    double highest = 0.0;
    for (int k = 0; k < 150; ++k) {
      run_steps(simulator, 1);
      highest = std::max(highest, height_of(simulator).z);
    }
    return std::pair(x_of(simulator), highest);
  };
  EXPECT_EQ(on_step(0.3).second, 0.3);
  EXPECT_NEAR(on_step(0.3).first, 3.0, 1e-9);
  EXPECT_EQ(on_step(0.35).second, 0.0);
  EXPECT_NEAR(on_step(0.35).first, 1.0, 1e-6);
  EXPECT_EQ(on_step(0.35, R"(,"step_height":0.4)").second, 0.35);
  // Under what is high enough it goes.
  EXPECT_NEAR(on_step(1.79).first, 1.0, 1e-6);
  EXPECT_NEAR(on_step(1.81).first, 3.0, 1e-9);
}

// Where steps are no higher than 0, a ramp is entered and left where it is as high as the ground, however
// fast.
TEST(GroundHeight, OfARampIsNoStepAtItsEnds) {
  for (const char* gravity : {"", R"(,"gravity":0)"}) {
    for (const double dt : {0.02, 0.3}) {
      const std::string flat = roof(std::string(R"(,"step_height":0)") + gravity) + with_dt(dt);
      Simulator up =
          make_simulator(scene(kEast, R"([{"type":"a","position":[0,0],"velocity":[1,0]}])", kWalker, flat));
      Simulator down =
          make_simulator(scene(R"([{"type":"kinematic_seek","target":{"point":[-1e5,0]}}])",
                               R"([{"type":"a","position":[10,0,3],"velocity":[-1,0]}])", kWalker, flat));
      for (int k = 1; k * dt < 9.9; ++k) {
        run_steps(up, 1);
        run_steps(down, 1);
        for (const Simulator* walker : {&up, &down}) {
          const double way = walker == &up ? k * dt : 10.0 - k * dt;
          ASSERT_NEAR(x_of(*walker), way, 1e-6) << dt;
          ASSERT_NEAR(height_of(*walker).z, std::min(3.0, std::max(0.0, (way - 2.0) / 2.0)), 1e-6) << way;
          ASSERT_TRUE(height_of(*walker).grounded) << way;
        }
      }
      EXPECT_EQ(down.world().state.elevation.falls[0], 0u);
    }
  }
}

// From the side a ramp is a rise, beside its foot too.
TEST(GroundHeight, OfARampIsARiseAtItsSides) {
  for (const double x : {2.1, 2.5, 5.0}) {
    for (const double dt : {0.02, 0.3}) {
      Simulator simulator =
          make_simulator(scene(R"([{"type":"kinematic_seek","target":{"point":[2.05,1e5]}}])",
                               fmt::format(R"([{{"type":"a","position":[{},-2],"velocity":[0,1]}}])", x),
                               kWalker, roof(R"(,"step_height":0)") + with_dt(dt)));
      run_steps(simulator, static_cast<int>(4.0 / dt));
      EXPECT_NEAR(y_of(simulator), -1.0, 1e-6) << x;
      EXPECT_EQ(height_of(simulator).z, 0.0);
    }
  }
}

// Stairs of exactly the height of a step: 2.4 + 0.3 is less than 2.7 in binary numbers.
TEST(GroundHeight, OfStairsIsSteppedUpAndDown) {
  std::string regions, ground;
  for (int k = 1; k <= 19; ++k) {
    const int height = k <= 10 ? k : 20 - k;
    regions +=
        fmt::format(R"({}"s{}":{{"min":[{},-1],"max":[{},1]}})", k > 1 ? "," : "", k, 0.5 * k, 0.5 * (k + 1));
    ground += fmt::format(R"({}{{"region":"s{}","height":{:.1f},"solid":true}})", k > 1 ? "," : "", k,
                          0.3 * height);
  }
  Simulator simulator = make_simulator(
      scene(kEast, R"([{"type":"a","position":[0,0],"velocity":[1,0]}])", kWalker, world(regions, ground)));
  double highest = 0.0;
  for (int k = 0; k < 600; ++k) {
    run_steps(simulator, 1);
    highest = std::max(highest, height_of(simulator).z);
    ASSERT_TRUE(height_of(simulator).grounded) << x_of(simulator);
  }
  EXPECT_NEAR(x_of(simulator), 12.0, 1e-6);
  EXPECT_EQ(highest, 3.0);
}

// Nobody gets under a ramp, unless it says that it is a slab.
TEST(GroundHeight, OfARampIsFilledBelow) {
  const auto y_after = [](const std::string& ramp_keys) {
    Simulator simulator = make_simulator(
        scene(R"([{"type":"kinematic_seek","target":{"point":[7,1e5]}}])",
              R"([{"type":"a","position":[7,-2],"velocity":[0,1]}])", kWalker,
              world(R"("up":{"min":[2,-1],"max":[8,1]})",
                    R"({"region":"up","ramp":{"from":[2,0,0],"to":[8,0,3]})" + ramp_keys + "}")));
    run_steps(simulator, 250);
    return y_of(simulator);
  };
  EXPECT_NEAR(y_after(""), -1.0, 1e-6);
  EXPECT_NEAR(y_after(R"(,"solid":true)"), -1.0, 1e-6);
  EXPECT_NEAR(y_after(R"(,"solid":false)"), 3.0, 1e-6);
}

TEST(GroundHeight, HoldsBackAndLetsSlideAlong) {
  for (const char* region : {R"({"min":[2,-9],"max":[5,9]})", R"({"points":[[2,-9],[5,-9],[5,9],[2,9]]})"}) {
    Simulator simulator = make_simulator(
        scene(R"([{"type":"kinematic_seek","target":{"point":[1e5,1e5]}}])",
              R"([{"type":"a","position":[1,0],"velocity":[0.6,0.8]}])", kWalker,
              world(fmt::format(R"("r":{})", region), R"({"region":"r","height":5,"solid":true})")));
    run_steps(simulator, 200);
    EXPECT_NEAR(x_of(simulator), 2.0, 1e-6);
    EXPECT_LT(x_of(simulator), 2.0);
    EXPECT_NEAR(y_of(simulator), 4.0 * std::sqrt(0.5), 1e-4);  // seeks at 45 degrees
    EXPECT_NEAR(simulator.world().state.motion.vx[0], 0.0, 1e-12);
  }
}

// A belt takes nobody into a block.
TEST(GroundHeight, HoldsBackWhomABeltCarries) {
  Simulator simulator = make_simulator(
      scene("[]", R"([{"type":"a","position":[0,0]}])", "",
            world(R"("belt":{"min":[-1,-1],"max":[9,1]},"block":{"min":[3,-1],"max":[5,1]})",
                  R"({"region":"belt","carries":[1,0]},{"region":"block","height":2,"solid":true})")));
  run_steps(simulator, 300);
  EXPECT_NEAR(x_of(simulator), 3.0, 1e-6);
}

// A pit is ground below 0; who is in it does not get out.
TEST(GroundHeight, MayBeBelowZero) {
  Simulator simulator =
      make_simulator(scene(kEast, R"([{"type":"a","position":[0,0],"velocity":[1,0]}])", kWalker,
                           world(R"("pit":{"min":[1,-1],"max":[3,1]})", R"({"region":"pit","height":-2})")));
  run_steps(simulator, 125);
  EXPECT_EQ(height_of(simulator).z, -2.0);
  run_steps(simulator, 200);
  EXPECT_NEAR(x_of(simulator), 3.0, 1e-6);
  EXPECT_EQ(height_of(simulator).z, -2.0);
}

// Sides hold those who fall past them as walls do.
TEST(Fall, GoesPastASideWithoutEnteringIt) {
  Simulator simulator = make_simulator(
      scene("[]", R"([{"type":"a","position":[0,0,3],"velocity":[4,0]}])", R"(,"max_speed":5)",
            world(R"("r":{"min":[2,-1],"max":[5,1]})", R"({"region":"r","height":2.5,"solid":true})")));
  run_steps(simulator, 60);  // at x = 2, after 0.5 s, the feet are at 1.77
  EXPECT_NEAR(x_of(simulator), 2.0, 1e-6);
  EXPECT_EQ(height_of(simulator).z, 0.0);
  Simulator faster = make_simulator(
      scene("[]", R"([{"type":"a","position":[0,0,3],"velocity":[8,0]}])", R"(,"max_speed":9)",
            world(R"("r":{"min":[2,-1],"max":[50,1]})", R"({"region":"r","height":2.5,"solid":true})")));
  run_steps(faster, 60);  // after 0.25 s they are at 2.69
  EXPECT_EQ(height_of(faster).z, 2.5);
}

TEST(GroundHeight, HasItsEffectsOnThoseWhoStandOnIt) {
  Simulator simulator =
      make_simulator(scene("[]", R"([{"type":"a","position":[10,0,3]},{"type":"a","position":[10,0]},
                      {"type":"a","position":[10,0,9]}])",
                           "", roof("", R"(,"carries":[0.5,0],"speed_factor":0.5)")));
  EXPECT_EQ(simulator.world().ground_velocity(0), (Vec3{0.5, 0, 0}));
  EXPECT_EQ(simulator.world().ground_factor(0), 0.5);
  for (const AgentIndex i : {1u, 2u}) {
    EXPECT_EQ(simulator.world().ground_velocity(i), Vec3{});
    EXPECT_EQ(simulator.world().ground_factor(i), 1.0);
  }
  // Who leaves the belt for the air keeps the velocity that others see.
  run_steps(simulator, 250);
  EXPECT_NEAR(simulator.world().state.motion.vx[0], 0.5, 1e-12);
  EXPECT_EQ(height_of(simulator, 0).z, 0.0);
}

TEST(GroundHeight, KeepsBodiesOnDifferentFloorsFromTouching) {
  const auto distance = [](double height) {
    Simulator simulator = make_simulator(scene(
        "[]",
        fmt::format(R"([{{"type":"a","position":[10,0]}},{{"type":"a","position":[10.1,0,{}]}}])", height),
        "",
        world(R"("r":{"min":[9,-1],"max":[12,1]})", fmt::format(R"({{"region":"r","height":{}}})", height)) +
            R"(,"simulation":{"non_penetration":{"enabled":true}})"));
    run_steps(simulator, 5);
    return x_of(simulator, 1) - x_of(simulator, 0);
  };
  EXPECT_NEAR(distance(1.8), 0.1, 1e-12);
  EXPECT_NEAR(distance(0.0), 1.0, 1e-6);
  EXPECT_GT(distance(1.0), 0.5);
}

TEST(GroundHeight, OfAPlacementIsThatOfItsHeight) {
  const Simulator simulator = make_simulator(
      scene("[]", R"([{"type":"a","count":3,"height":3,"placement":{"type":"line","from":[9,0],"to":[11,0]}},
                      {"type":"a","count":3,"placement":{"type":"line","from":[9,0],"to":[11,0]}}])",
            "", roof()));
  for (const AgentIndex i : {0u, 1u, 2u})
    EXPECT_EQ(height_of(simulator, i).z, 3.0);
  for (const AgentIndex i : {3u, 4u, 5u})
    EXPECT_EQ(height_of(simulator, i).z, 0.0);
}

// A crowd that walks over a ramp, a roof and a lift, and is pushed over its edges.
std::string crowd() {
  return scene(
      R"([{"type":"wander"},{"type":"seek","target":{"point":[20,0]}}])",
      R"([{"type":"a","count":60,"placement":{"type":"disc","center":[6,0],"radius":6}},
          {"type":"a","count":10,"height":3,"placement":{"type":"rectangle","min":[8,-1],"max":[12,1]}}])",
      R"(,"radius":0.25)",
      world(
          R"("up":{"min":[2,-1],"max":[8,1]},"roof":{"min":[8,-1],"max":[12,1]},"lift":{"min":[12,-1],"max":[15,1]})",
          R"({"region":"up","ramp":{"from":[2,0,0],"to":[8,0,3]}},{"region":"roof","height":3})",
          R"(,"platforms":[{"region":"lift","keyframes":[[0,0,0,3],[1,0,0,3],[3,1,0,0],[4,1,0,0],[6,0,0,3]],"loop":true}])") +
          R"(,"simulation":{"non_penetration":{"enabled":true}})");
}

TEST(GroundHeight, IsTheSameOnAnyNumberOfThreadsAndWhenResumed) {
  Simulator one = make_simulator(crowd());
  Simulator many = make_simulator(crowd());
  many.use_threads(4, 8);
  run_steps(one, 250);
  run_steps(many, 250);
  EXPECT_EQ(one.hash(), many.hash());
  EXPECT_GT(one.world().state.elevation.falls[60] + one.world().state.elevation.falls[64], 0u);
  Simulator fork = one.fork();
  Simulator resumed = make_simulator(crowd());
  ASSERT_EQ(resumed.restore(save_state(one.world())), std::nullopt);
  for (Simulator* simulator : {&one, &fork, &resumed})
    run_steps(*simulator, 250);
  EXPECT_EQ(one.hash(), fork.hash());
  EXPECT_EQ(one.hash(), resumed.hash());
}

}  // namespace
}  // namespace drover::test::heights_test
