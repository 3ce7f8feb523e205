// The lists of the agents that are present, by type, group and mode: they follow from the state.
#pragma once

#include "sim/state/world.h"

namespace drover {

// Makes the lists of stacks, modes and groups hold exactly the agents that are present, ascending.
void list_agents(World& world);

// Only the lists of modes, after agents changed theirs.
void list_modes(Stack& stack, const World& world);

}  // namespace drover
