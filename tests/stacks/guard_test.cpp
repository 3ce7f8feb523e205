// The modes of a guard, one after the other.
#include <algorithm>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "sim/step/agent_goals.h"
#include "support/scene.h"

namespace drover::test::guard_test {
namespace {

using ::testing::ElementsAre;

// A guard walks round a house. Somebody comes round the end of a hedge, turns and runs off behind it.
std::string scene_with_thief(const std::string& speed) {
  return fmt::format(
      R"({{"format": 1, "seed": 3, "simulation": {{"dt": 0.02, "duration": 80}}, "include": ["drover:guard"],
    "world": {{"walls": [{{"id": "house", "closed": true, "solid": true, "points": [[8, 8], [20, 8], [20, 16], [8, 16]]}},
                         {{"id": "hedge", "points": [[26, 0], [26, 14]]}}]}},
    "agents": [{{"type": "guard", "position": [6, 6], "goal": {{"route": [[22, 6], [22, 18], [6, 18], [6, 6]], "at_end": "repeat", "radius": 0.7}}}},
               {{"type": "intruder", "position": [54, -14], "parameters": {{"max_speed": 3.4, "preferred_speed": {}}},
                 "goal": {{"route": [[29, 16], [24, 16], [29, 17], [30, 2]], "radius": 0.7}}, "at_goal": "leave"}}]}})",
      speed);
}

const std::string& mode_of(const World& world, AgentIndex agent) {
  return world.model().type_of(agent).modes[world.state.status.mode[agent]].name;
}

TEST(Guard, PatrolsChasesWhatItSeesSearchesWhereItLostItAndReturns) {
  Simulator simulator = make_simulator(scene_with_thief("3.2"));
  std::vector<std::string> modes = {mode_of(simulator.world(), 0)};
  for (int step = 0; step < 4000; ++step) {
    run_steps(simulator, 1);
    if (mode_of(simulator.world(), 0) != modes.back()) modes.push_back(mode_of(simulator.world(), 0));
  }
  EXPECT_THAT(modes, ElementsAre("patrol", "chase", "search", "return", "patrol"));
}

// At the place of the route that it goes to, not at the end of the route.
TEST(Guard, ReturnsUntilItIsBackAtItsRoute) {
  Simulator simulator = make_simulator(scene_with_thief("3.2"));
  int steps_there = 0;
  for (int step = 0; step < 4000; ++step) {
    const World& world = simulator.world();
    const Vec3 way = goal_aim(world, 0)->position - world.state.motion.position(0);
    if (mode_of(world, 0) == "return" && length(way) < 1.5) ++steps_there;
    run_steps(simulator, 1);
  }
  EXPECT_LE(steps_there, 1);
}

TEST(Guard, GoesRoundAndRoundWhereNobodyComes) {
  Simulator simulator = make_simulator(scene_with_thief("0.01"));
  int rounds = 0;
  bool is_away = false;
  for (int step = 0; step < 4000; ++step) {
    run_steps(simulator, 1);
    EXPECT_EQ(mode_of(simulator.world(), 0), "patrol");
    const double distance = length(simulator.world().state.motion.position(0) - Vec3{6, 6, 0});
    if (distance > 10.0) is_away = true;
    if (is_away && distance < 1.0) {
      ++rounds;
      is_away = false;
    }
  }
  EXPECT_GE(rounds, 1);
}

}  // namespace
}  // namespace drover::test::guard_test
