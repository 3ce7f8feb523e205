// Agents and the ground they start on.
#pragma once

#include <span>

#include "sim/build/seats.h"
#include "sim/build/world_builder.h"

namespace drover {

// Adds a problem for an agent that starts with its center on ground that is forbidden to its type, and a
// warning for one whose body reaches into it. Agents that events put where there is room are left out.
void check_ground_under_starts(const ScenarioDef& def, std::span<const DeclaredAgents> entries,
                               std::span<const Seat> seats, BuiltWorld& built);

// Warns of agents that would like to go faster than they can.
void warn_about_preferred_speeds(const ScenarioDef& def, BuiltWorld& built);

}  // namespace drover
