// Ground that is forbidden to agent types: a solid for them and nothing for others.
#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "observe/metrics/static_contacts.h"
#include "sim/geometry/static_room.h"
#include "sim/state/saved_state.h"
#include "support/scene.h"

namespace drover::test::forbidden_ground_test {
namespace {

constexpr const char* kLawns[] = {
    R"({"min":[10,-3],"max":[20,3]})",
    R"({"center":[15,0],"radius":4})",
    R"({"points":[[10,-3],[20,-3],[20,4],[15,1],[10,4]]})",
};

// Cars and walkers who go east through a lawn that is forbidden to cars.
std::string traffic(const char* lawn, const char* car_keys = "", const char* simulation = "{}") {
  return fmt::format(
      R"({{"format":1,"simulation":{},"world":{{"regions":{{"lawn":{}}},
          "ground":[{{"region":"lawn","forbidden_to":["car"]}}]}},
        "agent_types":{{
          "car":{{"radius":0.75,"max_speed":4,"max_acceleration":9,
            "steering":{{"behaviors":[{{"type":"seek","target":{{"point":[40,1.5]}}}}]}}{}}},
          "walker":{{"radius":0.25,"max_speed":2,
            "steering":{{"behaviors":[{{"type":"seek","target":{{"point":[40,1.5]}}}}]}}}}}},
        "agents":[{{"type":"car","position":[0,0.5]}},{{"type":"car","position":[0,-4]}},
          {{"type":"walker","position":[5,1]}}]}})",
      simulation, lawn, car_keys);
}

double room_of(const World& world, AgentIndex i) {
  const Region& region = world.model().regions[0];
  return region.shape.distance(world.state.motion.position(i)) - world.state.limits.radius[i];
}

TEST(ForbiddenGround, IsNotEnteredByItsTypesAndCrossedByOthers) {
  for (const char* lawn : kLawns) {
    for (const char* body : {"", R"(,"locomotion":{"type":"kinematic"})",
                             R"(,"locomotion":{"type":"point_mass","integrator":"rk4"})",
                             R"(,"locomotion":{"type":"rigid_body_2d"})"}) {
      Simulator simulator = make_simulator(traffic(lawn, body));
      double walker = 0.0;
      double nearest = 1e9;
      for (int step = 0; step < 600; ++step) {
        run_steps(simulator, 1);
        for (const AgentIndex car : {0u, 1u}) {
          ASSERT_GE(room_of(simulator.world(), car), -1e-7) << lawn << body << step;
          nearest = std::min(nearest, room_of(simulator.world(), car));
        }
        walker = std::min(walker, room_of(simulator.world(), 2));
      }
      EXPECT_LT(walker, -1.0) << lawn;
      EXPECT_LT(nearest, 1e-3) << lawn;
    }
  }
}

// Head on, a car loses the part of its velocity against the border and slides past a disc.
TEST(ForbiddenGround, IsSlidAlong) {
  Simulator simulator = make_simulator(traffic(kLawns[0]));
  run_steps(simulator, 600);
  const AgentMotion& motion = simulator.world().state.motion;
  // The target is at 1.5: there the car rests against the border, its center a radius before it.
  EXPECT_NEAR(motion.x[0], 10.0 - 0.75, 1e-6);
  EXPECT_NEAR(motion.vx[0], 0.0, 1e-6);
  Simulator around = make_simulator(traffic(kLawns[1]));
  run_steps(around, 900);
  EXPECT_GT(around.world().state.motion.x[0], 25.0);
}

// The request of an agent beside a region or a solid of the same shape.
Vec3 request(const std::string& behavior, const std::string& world, const char* position = "[8,0.5]") {
  return next_acceleration(
      scene(fmt::format("[{}]", behavior),
            fmt::format(R"([{{"type":"a","position":{},"velocity":[1.5,0.25]}}])", position), "",
            R"(,"world":)" + world));
}

TEST(ForbiddenGround, IsSeenAsObstaclesAndSolidWallsAre) {
  const std::string box = R"({"points":[[10,-3],[20,-3],[20,3],[10,3]]})";
  const std::string forbidden =
      R"({"regions":{"r":)" + box + R"(},"ground":[{"region":"r","forbidden_to":["a"]}]})";
  const std::string wall =
      R"({"walls":[{"closed":true,"solid":true,"points":[[10,-3],[20,-3],[20,3],[10,3]]}]})";
  const std::string disc =
      R"({"regions":{"r":{"center":[12,0],"radius":2}},"ground":[{"region":"r","forbidden_to":["a"]}]})";
  const std::string circle = R"({"obstacles":[{"center":[12,0],"radius":2}]})";
  for (const char* behavior :
       {R"({"type":"wall_avoidance"})",
        R"({"type":"obstacle_avoidance","variant":"ray_reflect","feeler_length":4})"}) {
    EXPECT_EQ(request(behavior, forbidden), request(behavior, wall)) << behavior;
    EXPECT_NE(request(behavior, forbidden), Vec3{}) << behavior;
  }
  for (const char* behavior :
       {R"({"type":"obstacle_avoidance"})", R"({"type":"wall_avoidance","obstacles":true})",
        R"({"type":"obstacle_avoidance","variant":"ray_reflect","feeler_length":4})"}) {
    EXPECT_EQ(request(behavior, disc), request(behavior, circle)) << behavior;
    EXPECT_NE(request(behavior, disc), Vec3{}) << behavior;
  }
}

TEST(ForbiddenGround, IsNothingForOtherTypes) {
  const std::string forbidden =
      R"({"regions":{"r":{"center":[12,0],"radius":2}},"ground":[{"region":"r","forbidden_to":["b"]}]})";
  const std::string text = scene(R"([{"type":"obstacle_avoidance"},{"type":"wall_avoidance"}])",
                                 R"([{"type":"a","position":[8,0.5],"velocity":[1.5,0.25]}])",
                                 R"(},"b":{"max_speed":1)", R"(,"world":)" + forbidden);
  EXPECT_EQ(next_acceleration(text), Vec3{});
}

TEST(ForbiddenGround, CountsAsContactForItsTypesAlone) {
  Simulator simulator = make_simulator(traffic(kLawns[1]));
  world_of(simulator).state.motion.set_position(0, {11.5, 0, 0});
  world_of(simulator).state.motion.set_position(2, {11.5, 0, 0});
  StaticContacts contacts;
  find_static_contacts(simulator.world(), simulator.world().state.motion, 0.0, contacts);
  ASSERT_EQ(contacts.obstacles.size(), 1u);
  EXPECT_EQ(contacts.obstacles[0].agent, 0u);
}

// Others may not push anybody in either.
TEST(ForbiddenGround, HoldsAgainstPushes) {
  Simulator simulator = make_simulator(R"({"format":1,
    "simulation":{"non_penetration":{"enabled":true,"iterations":4}},
    "world":{"regions":{"r":{"min":[2,-9],"max":[9,9]}},"ground":[{"region":"r","forbidden_to":["a"]}]},
    "agent_types":{"a":{"max_speed":2,"steering":{"behaviors":[{"type":"seek","target":{"point":[20,0]}}]}}},
    "agents":[{"type":"a","count":40,"placement":{"type":"rectangle","min":[-9,-3],"max":[1,3]}}]})");
  for (int step = 0; step < 300; ++step) {
    run_steps(simulator, 1);
    for (AgentIndex i = 0; i < 40; ++i)
      ASSERT_GE(room_of(simulator.world(), i), -1e-7) << step;
  }
}

// In a world that wraps a body meets it on either side of the edge.
TEST(ForbiddenGround, IsMetAcrossTheEdge) {
  Simulator simulator = make_simulator(
      scene(R"([{"type":"kinematic_seek","target":{"point":[-9,0]},"max_speed":2}])",
            R"([{"type":"a","position":[8,0]}])", R"(,"max_speed":2,"locomotion":{"type":"kinematic"})",
            R"(,"world":{"bounds":{"min":[-10,-10],"max":[10,10],"edge":"wrap"},
         "regions":{"r":{"min":[-9.9,-3],"max":[-5,3]}},"ground":[{"region":"r","forbidden_to":["a"]}]})"));
  for (int step = 0; step < 200; ++step) {
    run_steps(simulator, 1);
    // Up to the edge, half a meter before the region on the other side.
    const double x = simulator.world().state.motion.x[0];
    ASSERT_TRUE(x > 7.9 || x < -9.9) << x;
  }
}

TEST(ForbiddenGround, EqualSetsAreOneGeometry) {
  const Simulator simulator = make_simulator(R"({"format":1,
    "world":{"regions":{"r":{"center":[9,9],"radius":1},"s":{"center":[19,9],"radius":1}},
      "ground":[{"region":"s","forbidden_to":["a","b"]},{"region":"r","forbidden_to":["b","a","c"]}]},
    "agent_types":{"a":{},"b":{},"c":{},"d":{}},
    "agents":[{"type":"a","position":[0,0]},{"type":"b","position":[0,2]},{"type":"c","position":[0,4]},
      {"type":"d","position":[0,6]}]})");
  const Ground& ground = simulator.world().model().statics->ground;
  EXPECT_EQ(ground.solids().size(), 2u);
  EXPECT_EQ(ground.solids_of(0), ground.solids_of(1));
  EXPECT_NE(ground.solids_of(0), ground.solids_of(2));
  EXPECT_EQ(ground.solids_of(3), nullptr);
}

}  // namespace
}  // namespace drover::test::forbidden_ground_test
