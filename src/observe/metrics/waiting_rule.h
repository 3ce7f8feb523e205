// When an agent waits: the keys of metrics about it.
#pragma once

#include <vector>

#include "observe/metrics/agent_goal.h"

namespace drover {

struct WaitingRuleDef {
  double speed = 0.2;
  double goal_radius = 1.0;
};

inline constexpr auto kWaitingFields =
    fields(field<&WaitingRuleDef::speed>(
               {.key = "waiting_speed",
                .unit = "m/s",
                .range = closed(0, 1e4),
                .doc = "A slower agent that is not at its last goal waits. One in a queue has "
                       "reached its goal and does not: the metric goals has queued_time."}),
           field<&WaitingRuleDef::goal_radius>(
               {.key = "goal_radius",
                .unit = "m",
                .range = kNotNegative,
                .doc = "An agent this near its last goal has arrived and does not wait; "
                       "at a region, one inside. Goals of agents have a goal_radius "
                       "instead."}));

// What waiting is: an agent is slow and has not arrived. At a goal that is not its last one it waits too,
// such as for a green light: where its goal is drawn anew or its route goes round, and in a mode from which
// transitions lead to a mode with a goal elsewhere, in any number of steps. Whether those will ever be made
// does not matter, nor do goals that events give later.
class WaitingRule {
 public:
  WaitingRule(const WaitingRuleDef& def, const World& world);

  // Whether an agent waits in the observed state. One without a goal can wait, too; one that was not in the
  // state before, or that an event has just put somewhere, does not yet: no step could have moved it.
  bool is_waiting(const Observation& observation, AgentIndex agent) const;

 private:
  bool has_goal_to_come(const Observation& observation, AgentIndex agent) const;
  bool is_elsewhere(const World& world, AgentIndex agent, const AgentGoal& goal) const;

  WaitingRuleDef def_;
  // By type and mode: the other modes that an agent can get to from there.
  std::vector<std::vector<std::vector<std::uint32_t>>> later_modes_;
};

}  // namespace drover
