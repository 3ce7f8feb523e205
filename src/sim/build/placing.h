// Computes the initial positions of the agents of one entry.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "sim/state/world.h"

namespace drover {

// Writes the positions of the agents. Random places are drawn again until they keep the minimum spacing and
// are clear of obstacles. Returns what is wrong when that cannot be done.
std::optional<std::string> place_group(World& world, const PlacementDef& def,
                                       std::span<const AgentIndex> agents);

}  // namespace drover
