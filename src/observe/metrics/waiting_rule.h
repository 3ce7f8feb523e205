// When an agent waits: the keys of metrics about it.
#pragma once

#include "observe/metrics/agent_goal.h"

namespace drover {

struct WaitingDef {
  double speed = 0.2;
  double goal_radius = 1.0;
};

inline constexpr auto kWaitingFields = fields(
    field<&WaitingDef::speed>({.key = "waiting_speed",
                               .unit = "m/s",
                               .range = closed(0, 1e4),
                               .doc = "A slower agent that is not at its goal waits. One in a queue has "
                                      "reached its goal and does not: the metric goals has queued_time."}),
    field<&WaitingDef::goal_radius>({.key = "goal_radius",
                                     .unit = "m",
                                     .range = kNotNegative,
                                     .doc = "An agent this near its goal has arrived and does not wait; "
                                            "at a region, one inside. Goals of agents have a goal_radius "
                                            "instead."}));

// Whether an agent that is present waits in the observed state. One without a goal can wait, too.
inline bool is_waiting(const WaitingDef& def, const Observation& observation, AgentIndex agent) {
  return length(observation.state().velocity(agent)) < def.speed &&
         !is_at_goal(observation, agent, def.goal_radius);
}

}  // namespace drover
