// The goals of modes that agents are not in.
#pragma once

#include <optional>
#include <span>

#include "sim/step/agent_view.h"

namespace drover {

// What the behaviors of a mode of the agent's type go for in the present state, whether it is in that mode or
// not: the goal of the first one that has any; groups included.
std::optional<Goal> find_goal_of_behaviors(const World& world, std::span<const PerceptionPass> perceptions,
                                           AgentIndex agent, const Mode& mode);

}  // namespace drover
