// Obstacles and walls that appear and vanish, and the bodies they push out.
#include <cmath>

#include <gmock/gmock.h>

#include "events/eventful.h"
#include "sim/state/registry.h"

namespace drover::shape_test {
namespace {

using test::after;
using test::Eventful;
using test::make_simulator;
using test::problem_of;
using test::run_steps;
using test::simulator_of;
using test::text_of;
using testing::HasSubstr;

constexpr const char* kL = R"("polygon":[[0,0],[4,0],[4,1],[1,1],[1,4],[0,4]])";
constexpr const char* kNotch = R"("polygon":[[0,0],[3,0],[3,3],[2.2,3],[2.2,1],[0.8,1],[0.8,3],[0,3]])";

std::string door(const std::string& shape, const std::string& rest = "") {
  return R"({"id":"gate","present":false,)" + shape + "}" + rest;
}
std::string obstacles(const std::string& list) {
  return R"(,"world":{"obstacles":[)" + list + "]}";
}
constexpr const char* kShuts = R"({"type":"shape","target":{"obstacle":"gate"},"at":1,"present":true})";

// An agent at rest, in the state in which the gate appears.
Simulator pushed(const std::string& shape, const std::string& position, double radius = 0.5,
                 const std::string& rest = "") {
  return after({.agents = R"({"type":"a","position":)" + position + "}",
                .events = kShuts,
                .type = R"(,"radius":)" + std::to_string(radius),
                .scenario = obstacles(door(shape, rest))},
               4);
}

void expect_at(const Simulator& simulator, double x, double y) {
  EXPECT_NEAR(simulator.world().state.motion.x[0], x, 1e-9);
  EXPECT_NEAR(simulator.world().state.motion.y[0], y, 1e-9);
}

std::uint32_t times_pushed_out(const Simulator& simulator, AgentIndex agent = 0) {
  const World& world = simulator.world();
  return world.state.caught.pushed_out[agent];
}

TEST(ShapeEvent, PushesABodyOutToTheNearestPlaceWithRoom) {
  expect_at(pushed(kL, "[0.5,0.5]"), 0.5, -0.5);  // a tie of two edges: the first
  expect_at(pushed(kL, "[0.9,0.9]"), 1.5, 1.5);
  expect_at(pushed(kNotch, "[1.5,0.8]"), 1.5, 1.5);
  expect_at(pushed(kNotch, "[1.5,1.5]", 0.8), 1.5, 3.0 + std::sqrt(0.15));
  expect_at(pushed(R"("box":{"center":[0,0],"size":[2,2]})", "[0.8,0.2]", 0.5,
                   R"(,{"box":{"center":[1.5,0],"size":[2,2]}})"),
            0.8, 1.5);
  expect_at(pushed(R"("center":[2,2],"radius":1)", "[2,2]"), 3.5, 2);
  expect_at(pushed(R"("capsule":{"from":[0,0],"to":[4,0],"radius":1})", "[2,0.25]"), 2, 1.5);
}

TEST(ShapeEvent, LeavesBodiesThatItDoesNotTouch) {
  const Simulator simulator = pushed(kL, "[2,2]");
  expect_at(simulator, 2, 2);
  EXPECT_EQ(times_pushed_out(simulator), 0u);
}

TEST(ShapeEvent, ThePushIsInTheStateOfItsTimeAndCounts) {
  const std::string agents = R"({"type":"a","position":[0.5,0.5]})";
  const Eventful scene{.agents = agents, .events = kShuts, .scenario = obstacles(door(kL))};
  const Simulator before = after(scene, 3);
  expect_at(before, 0.5, 0.5);
  EXPECT_EQ(times_pushed_out(before), 0u);
  const Simulator then = after(scene, 4);
  expect_at(then, 0.5, -0.5);
  EXPECT_EQ(times_pushed_out(then), 1u);
}

TEST(ShapeEvent, TheVelocityLosesItsPartAgainstThePush) {
  const Simulator simulator =
      after({.agents = R"({"type":"a","position":[1.5,-0.1],"velocity":[2,1]})",
             .events = R"({"type":"shape","target":{"obstacle":"gate"},"at":0,"present":true})",
             .scenario = obstacles(door(kL))},
            0);
  expect_at(simulator, 1.5, -0.5);
  EXPECT_EQ(simulator.world().state.motion.velocity(0), (Vec3{2.0, 0.0, 0.0}));
}

// A room just as wide as the pillar that appears in it: there is no place until it vanishes again.
TEST(ShapeEvent, ABodyWithoutAnyPlaceStaysAndIsTriedAgain) {
  const std::string bounds = R"("bounds":{"min":[-1,-1],"max":[1,1],"edge":"clamp"})";
  const auto at_step = [&](int step) {
    return after({.agents = R"({"type":"a","position":[0.2,0.1]})",
                  .events = R"({"type":"shape","target":{"obstacle":"gate"},"at":1,"present":true},
                               {"type":"shape","target":{"obstacle":"half"},"at":1,"present":true},
                               {"type":"shape","target":{"obstacle":"gate"},"at":2,"present":false})",
                  .scenario = R"(,"world":{)" + bounds + R"(,"obstacles":[
                      {"id":"gate","present":false,"center":[0,0],"radius":3},
                      {"id":"half","present":false,"box":{"center":[-1,0],"size":[2,4]}}]})"},
                 step);
  };
  const Simulator stuck = at_step(6);
  expect_at(stuck, 0.2, 0.1);
  EXPECT_EQ(times_pushed_out(stuck), 0u);
  const Simulator freed = at_step(8);
  expect_at(freed, 0.5, 0.1);
  EXPECT_EQ(times_pushed_out(freed), 1u);
}

TEST(ShapeEvent, ImmovableBodiesStay) {
  const Simulator simulator = after({.agents = R"({"type":"a","position":[0.5,0.5]})",
                                     .events = kShuts,
                                     .type = R"(,"immovable":true)",
                                     .scenario = obstacles(door(kL))},
                                    6);
  expect_at(simulator, 0.5, 0.5);
}

// A walker to the right, kept out by bodies that do not enter what stands there.
Eventful walker(const std::string& world, const std::string& events) {
  return {.behaviors = R"({"type":"seek","target":{"point":[20,0]}})",
          .agents = R"({"type":"a","position":[0,0],"velocity":[1,0]})",
          .events = events,
          .type = R"(,"max_speed":1)",
          .scenario = R"(,"world":{)" + world + "}"};
}
std::string no_entry(const Eventful& scene) {
  std::string text = text_of(scene);
  const std::string key = R"("simulation":{)";
  return text.replace(text.find(key), key.size(), key + R"("non_penetration":{"enabled":true},)");
}

TEST(ShapeEvent, ADoorThatOpensLetsPass) {
  const std::string gate = R"("obstacles":[{"id":"gate","box":{"center":[5,0],"size":[1,6]}}])";
  Simulator shut = make_simulator(no_entry(walker(gate, "")));
  run_steps(shut, 40);
  EXPECT_NEAR(shut.world().state.motion.x[0], 4.0, 1e-9);
  Simulator opened = make_simulator(
      no_entry(walker(gate, R"({"type":"shape","target":{"obstacle":"gate"},"at":6,"present":false})")));
  run_steps(opened, 40);
  EXPECT_GT(opened.world().state.motion.x[0], 6.5);
  EXPECT_EQ(times_pushed_out(opened), 0u);
}

TEST(ShapeEvent, AWallIsADoorToo) {
  const std::string fence = R"("walls":[{"id":"fence","points":[[5,-9],[5,9]],"present":false},
                                        {"points":[[30,-9],[30,9]]}])";
  Simulator shut = make_simulator(
      no_entry(walker(fence, R"({"type":"shape","target":{"wall":"fence"},"at":1,"present":true})")));
  run_steps(shut, 40);
  EXPECT_NEAR(shut.world().state.motion.x[0], 4.5, 1e-9);
  Simulator open = make_simulator(no_entry(walker(fence, "")));
  run_steps(open, 40);
  EXPECT_NEAR(open.world().state.motion.x[0], 10.0, 1e-9);
  // On the line of the wall: out to its left, the first side.
  const Simulator pushed =
      after({.agents = R"({"type":"a","position":[5,0]})",
             .events = R"({"type":"shape","target":{"wall":"fence"},"at":1,"present":true})",
             .scenario = R"(,"world":{)" + fence + "}"},
            4);
  expect_at(pushed, 4.5, 0);
}

// Nothing meets what is absent: rays, feelers, sight, targets, clearance.
TEST(ShapeEvent, WhatIsAbsentIsMetByNoQuestion) {
  const std::string events = R"({"type":"shape","target":{"obstacle":"gate"},"at":100,"present":true})";
  const auto asked = [&](const std::string& behavior, bool has_gate) {
    const std::string gate = has_gate ? door(R"("center":[3,0.2],"radius":1)") : "";
    return after({.behaviors = behavior,
                  .agents = R"({"type":"a","position":[0,0],"velocity":[2,0]})",
                  .events = has_gate ? events : "",
                  .type = R"(,"max_speed":2)",
                  .scenario = obstacles(gate)},
                 8)
        .world()
        .state.motion.position(0);
  };
  for (const char* variant : {"box", "feeler", "ray_normal"}) {
    const std::string behavior = std::string(R"({"type":"obstacle_avoidance","variant":")") + variant + "\"}";
    EXPECT_EQ(asked(behavior, true), asked(behavior, false)) << variant;
  }
  // A target that is absent is not found.
  EXPECT_EQ(asked(R"({"type":"seek","target":{"obstacle":"gate"}})", true), (Vec3{4.0, 0.0, 0.0}));
}

TEST(ShapeEvent, OpenAndShutDoorsResumeByTheSameBits) {
  const Eventful scene =
      walker(R"("obstacles":[{"id":"gate","box":{"center":[3,0.1],"size":[1,6],"angle_deg":20}},
                             {"id":"trap","center":[7,0],"radius":2,"present":false}],
                "walls":[{"id":"fence","points":[[9,-9],[9,9]],"present":false}])",
             R"({"type":"shape","target":{"obstacle":"gate"},"at":4,"present":false},
                {"type":"shape","target":{"obstacle":"trap"},"at":9,"present":true},
                {"type":"shape","target":{"obstacle":"gate"},"at":10,"present":true},
                {"type":"shape","target":{"wall":"fence"},"at":5,"present":true},
                {"type":"shape","target":{"obstacle":"trap"},"at":12,"present":false})");
  const std::string text = no_entry(scene);
  Simulator whole = make_simulator(text);
  std::vector<std::uint64_t> hashes;
  std::vector<SavedState> saved;
  for (int tick = 0; tick < 60; ++tick) {
    hashes.push_back(whole.hash());
    saved.push_back(save_state(whole.world()));
    run_steps(whole, 1);
  }
  for (std::size_t from = 0; from < saved.size(); from += 7) {
    Simulator resumed = make_simulator(text);
    ASSERT_EQ(resumed.restore(saved[from]), std::nullopt);
    for (std::size_t tick = from; tick < saved.size(); ++tick) {
      ASSERT_EQ(resumed.hash(), hashes[tick]) << "from " << from << " at " << tick;
      run_steps(resumed, 1);
    }
  }
}

TEST(ShapeEvent, IsAboutAnObstacleOrAWall) {
  const std::string world = obstacles(door(kL));
  EXPECT_THAT(problem_of({.events = R"({"type":"shape","target":{"agent":"one"},"at":1,"present":true})",
                          .scenario = world}),
              HasSubstr("\"target\" of \"shape\" must be an obstacle or a wall"));
  EXPECT_THAT(problem_of({.events = R"({"type":"shape","at":1,"present":true})", .scenario = world}),
              HasSubstr("\"target\" of \"shape\" must be an obstacle or a wall"));
  EXPECT_THAT(problem_of({.events = R"({"type":"shape","target":{"obstacle":"gat"},"at":1,"present":true})",
                          .scenario = world}),
              HasSubstr("gate"));
  EXPECT_THAT(problem_of({.events = R"({"type":"shape","target":{"wall":"gate"},"at":1,"present":true})",
                          .scenario = world}),
              HasSubstr("wall"));
  EXPECT_THAT(
      problem_of({.events = R"({"type":"remove","target":{"obstacle":"gate"},"at":1})", .scenario = world}),
      HasSubstr("\"target\" must be an agent"));
  EXPECT_THAT(
      problem_of({.events = R"({"type":"shape","target":{"obstacle":"gate"},"at":1})", .scenario = world}),
      HasSubstr("present"));
  EXPECT_THAT(problem_of({.events = R"({"type":"shape","target":{"obstacle":"gate"},"present":true,
                                        "when":{"type":"time","from":1}})",
                          .scenario = world}),
              HasSubstr("\"watch\" is missing"));
}

TEST(ShapeEvent, OpensWhenAWatchedAgentComes) {
  const std::string gate = R"("obstacles":[{"id":"gate","box":{"center":[5,0],"size":[1,6]}}],
                              "regions":{"porch":{"min":[3,-2],"max":[5,2]}})";
  Simulator opened = make_simulator(no_entry(
      walker(gate, R"({"type":"shape","target":{"obstacle":"gate"},"present":false,"watch":{"agent_type":"a"},
               "when":{"type":"region","region":"porch"}})")));
  run_steps(opened, 60);
  EXPECT_NEAR(opened.world().state.motion.x[0], 15.0, 0.5);
}

// An obstacle that is not there is no goal, rather than one that is reached.
TEST(Shape, AnAbsentObstacleIsNoGoal) {
  const auto arriving = [](const std::string& rest, const std::string& events) {
    return Eventful{.behaviors = R"({"type":"arrive","target":{"obstacle":"gate"}})",
                    .events = events,
                    .scenario = obstacles(R"({"id":"gate","center":[10,0],"radius":1)" + rest + "}")};
  };
  Simulator simulator =
      simulator_of(arriving("", R"({"type":"shape","target":{"obstacle":"gate"},"at":1,"present":false})"));
  ASSERT_TRUE(simulator.goal(0));
  EXPECT_NEAR(simulator.goal(0)->position.x, 10.0, 1e-9);
  run_steps(simulator, 4);
  EXPECT_FALSE(simulator.goal(0));
  EXPECT_FALSE(simulator_of(arriving(R"(,"present":false)", kShuts)).goal(0));
}

// In space a body is pushed out the nearest way, upwards too.
TEST(ShapeEvent, PushesABodyOutInSpace) {
  const Simulator simulator = after(
      {.agents =
           R"({"type":"a","position":[0.1,0.2,1.8]},{"type":"a","position":[9,0,0.1]},{"type":"a","position":[9,0,3]})",
       .events =
           std::string(kShuts) +
           R"(,{"type":"shape","target":{"wall":"sail"},"at":1,"present":true},{"type":"goal","target":{"agent_type":"a"},"at":1,"goal":[0,0,9]})",
       .type = R"(,"radius":0.5)",
       .scenario =
           R"(,"world":{"dimensions":3,"obstacles":[{"id":"gate","present":false,"center":[0.1,0.2,0],"radius":2}],)"
           R"("walls":[{"id":"sail","present":false,"points":[[5,-9,0],[20,-9,0],[9,20,0]],"triangles":[[0,1,2]]}]})"},
      4);
  const AgentMotion& motion = simulator.world().state.motion;
  EXPECT_LT(length(motion.position(0) - Vec3{0.1, 0.2, 2.5}), 1e-6);
  EXPECT_LT(length(motion.position(1) - Vec3{9.0, 0.0, 0.5}), 1e-6);
  EXPECT_EQ(motion.position(2), (Vec3{9.0, 0.0, 3.0}));
  EXPECT_EQ(simulator.world().state.caught.pushed_out[0], 1u);
}

}  // namespace
}  // namespace drover::shape_test
