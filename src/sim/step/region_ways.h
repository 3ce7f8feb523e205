// How far it is to regions round what stands in between: for agents that choose one of several.
#pragma once

#include <cstdint>

#include "sim/state/world.h"

namespace drover {

// Whether a behavior of the agent's type, in whatever mode, finds ways over grids, and something stands in
// its world.
bool finds_ways_over_grids(const World& world, AgentIndex agent);

// How far an agent that does has to go to be in a region: down a field of distances over the first grid,
// which all bodies of its size share. Infinite where no way leads [m].
double way_into(const World& world, std::uint32_t region, AgentIndex agent);

}  // namespace drover
