#include "sim/construction/entry_parameters.h"

#include <gtest/gtest.h>

#include "support/scene.h"

namespace drover::entry_parameters_test {
namespace {

using test::make_simulator;
using test::scene;

constexpr const char* kSeek = R"([{"type": "seek", "target": {"point": [90, 0]}}, {"type": "wander"}])";

const World& world_of(const Simulator& simulator) {
  return simulator.world();
}

TEST(EntryParameters, WinOverTheTypeForTheirAgentsAlone) {
  const Simulator simulator = make_simulator(scene(kSeek, R"([
    {"type": "a", "position": [0, 0]},
    {"type": "a", "position": [0, 5], "parameters": {"max_speed": 2, "radius": 0.25, "seek.weight": 0.5}}])"));
  const World& world = world_of(simulator);
  EXPECT_EQ(world.state.limits.max_speed[0], 3.0);
  EXPECT_EQ(world.state.limits.max_speed[1], 2.0);
  EXPECT_EQ(world.state.limits.radius[1], 0.25);
  const Parameter& weight = world.model().types[0].entries[0].weight;
  EXPECT_EQ(world.state.value(weight, 0), 1.0);
  EXPECT_EQ(world.state.value(weight, 1), 0.5);
}

TEST(EntryParameters, MoveAgentsAsThoseOfATypeDo) {
  const std::string agents = R"([{"type": "a", "position": [0, 0]}, {"type": "a", "position": [0, 5])";
  Simulator of_type = make_simulator(scene(kSeek, agents + "}]", R"(, "max_speed": {"uniform": [1, 2]})"));
  Simulator of_entries = make_simulator(scene(kSeek, R"([
    {"type": "a", "position": [0, 0], "parameters": {"max_speed": {"uniform": [1, 2]}}},
    {"type": "a", "position": [0, 5], "parameters": {"max_speed": {"uniform": [1, 2]}}}])"));
  test::run_steps(of_type, 100);
  test::run_steps(of_entries, 100);
  for (const AgentIndex agent : {0u, 1u}) {
    EXPECT_EQ(world_of(of_type).state.limits.max_speed[agent],
              world_of(of_entries).state.limits.max_speed[agent])
        << "draws are keyed by the name of the parameter, not by where it was written";
    EXPECT_EQ(world_of(of_type).state.motion.position(agent),
              world_of(of_entries).state.motion.position(agent));
  }
}

TEST(EntryParameters, GiveWayToEvents) {
  Simulator simulator = make_simulator(scene(
      kSeek, R"([{"type": "a", "id": "x", "position": [0, 0], "parameters": {"seek.weight": 0.5}}])", "",
      R"(, "events": [{"type": "set", "at": 0.1, "target": {"agent": "x"}, "parameter": "seek.weight", "value": 3}])"));
  const World& world = world_of(simulator);
  const Parameter& weight = world.model().types[0].entries[0].weight;
  EXPECT_EQ(world.state.value(weight, 0), 0.5);
  test::run_steps(simulator, 10);
  EXPECT_EQ(world.state.value(weight, 0), 3.0);
}

TEST(Each, GivesItemsByTheirPlaceInTheEntry) {
  const Simulator simulator = make_simulator(scene(
      kSeek,
      R"([{"type": "a", "number": 9, "count": 3, "placement": {"type": "line", "from": [0, 0], "to": [4, 0]},
                        "speed": {"each": [1, {"uniform": [5, 6]}, 2]}}])",
      R"(, "max_speed": {"each": [7, 8, 9]})"));
  const World& world = world_of(simulator);
  EXPECT_EQ(length(world.state.motion.velocity(0)), 1.0);
  EXPECT_GE(length(world.state.motion.velocity(1)), 5.0);
  EXPECT_LT(length(world.state.motion.velocity(1)), 6.0);
  EXPECT_EQ(length(world.state.motion.velocity(2)), 2.0);
  for (const AgentIndex agent : {0u, 1u, 2u})
    EXPECT_EQ(world.state.limits.max_speed[agent], 7.0 + agent);
}

TEST(Each, StartsAnewWithEveryBatchThatIsSpawned) {
  const Simulator simulator = make_simulator(scene(kSeek, "[]", "", R"(, "events": [
    {"type": "spawn", "at": 0.1, "every": 0.1, "times": 2, "agents": {"type": "a", "count": 2,
     "placement": {"type": "line", "from": [0, 0], "to": [4, 0]}, "speed": {"each": [1, 2]}}}])"));
  const AgentMotion& motion = world_of(simulator).state.motion;
  EXPECT_EQ(length(motion.velocity(0)), 1.0);
  EXPECT_EQ(length(motion.velocity(1)), 2.0);
  EXPECT_EQ(length(motion.velocity(2)), 1.0);
  EXPECT_EQ(length(motion.velocity(3)), 2.0);
}

}  // namespace
}  // namespace drover::entry_parameters_test
