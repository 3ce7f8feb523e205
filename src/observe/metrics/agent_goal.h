// What metrics mean by the goal of an agent.
#pragma once

#include <optional>

#include "observe/metrics/observation.h"
#include "sim/step/goals.h"

namespace drover {

// Where the agent wants to end up in the observed state.
inline std::optional<Goal> goal_of(const Observation& observation, AgentIndex agent) {
  return observation.simulator().goal(agent);
}

// Whether the agent has reached its goal: one of its own as its goal_radius says, another one within `radius`
// [m] of it, or inside where it is a region. Not without a goal.
inline bool is_at_goal(const Observation& observation, AgentIndex agent, double radius) {
  const std::optional<Goal> goal = goal_of(observation, agent);
  return goal && is_reached(*goal, distance_to(*goal, observation.world(), agent), radius);
}

}  // namespace drover
