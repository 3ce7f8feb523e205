// Factors that follow quantities, and the limits of agents that follow from them.
#pragma once

#include "sim/state/agent_column.h"
#include "sim/state/world.h"

namespace drover {

// Finds the factors and limits of the agents in the range that are present. The state is complete: no event
// of its time is still to come. Nothing is perceived yet.
void update_factors(World& world, AgentRange range);

// Finds the limits of one agent from those its type or an event gave it, with the factors found last.
// `max_speed` is a further limit, of those who lead others [m/s].
void update_limits(World& world, AgentIndex agent, double max_speed = kInfinity);

}  // namespace drover
