// Keeps the lists of the agents that are present: they follow from the state.
#pragma once

#include "sim/state/world.h"

namespace drover {

// Makes the lists of types, modes and groups hold exactly the agents that are present, ascending.
void list_agents(World& world);

// Only the lists of the modes of a type, after agents changed theirs.
void list_modes(World& world, std::uint32_t type);

}  // namespace drover
