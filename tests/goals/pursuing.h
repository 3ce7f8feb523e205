// Scenes of agents with goals. Bodies take velocities, so that ways and times are exact.
#pragma once

#include <string>
#include <string_view>

#include "sim/step/agent_goals.h"
#include "sim/step/goals.h"
#include "support/scene.h"

namespace drover::test {

// One type "a" of agents that go straight to their goals at 2 m/s; "arrivals" that stop there.
struct Pursuing {
  std::string agents = R"({"id":"one","type":"a","position":[0,0]})";
  std::string type = "";      // more keys of the type, each behind a comma
  std::string scenario = "";  // more keys of the scenario, each behind a comma
  std::string behaviors =
      R"({"type":"kinematic_arrive","target":"goal","radius":0.01,"time_to_target":0.25})";
  double dt = 0.25;
};

inline std::string text_of(const Pursuing& parts) {
  return scene("[" + parts.behaviors + "]", "[" + parts.agents + "]",
               R"(,"max_speed":2,"locomotion":{"type":"kinematic"})" + parts.type,
               R"(,"simulation":{"dt":)" + std::to_string(parts.dt) + R"(,"duration":10})" + parts.scenario);
}

inline Simulator simulator_of(const Pursuing& parts) {
  return make_simulator(text_of(parts));
}

inline Simulator after(const Pursuing& parts, int steps) {
  Simulator simulator = simulator_of(parts);
  run_steps(simulator, steps);
  return simulator;
}

inline Vec3 aim_of(const Simulator& simulator, AgentIndex agent = 0) {
  return goal_aim(simulator.world(), agent)->position;
}

inline GoalState state_of(const Simulator& simulator, AgentIndex agent = 0) {
  return goal_state(simulator.world(), agent);
}

// Steps until the goal is reached or the agent is gone; -1 after too many.
inline int ticks_to_goal(Simulator& simulator, AgentIndex agent = 0, int limit = 5000) {
  for (int tick = 0; tick <= limit; ++tick) {
    const std::optional<Goal> goal = own_goal(simulator.world(), agent);
    if (!simulator.world().is_present(agent) || (goal && *goal->is_reached)) return tick;
    run_steps(simulator, 1);
  }
  return -1;
}

inline std::uint32_t place_of(const Simulator& simulator, AgentIndex agent = 0) {
  return simulator.world().state.goals.stage[agent];
}

}  // namespace drover::test
