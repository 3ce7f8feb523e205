// Heights in a step: platforms and who stands on them, walking up and down, falling and landing. Only in
// worlds of ground with heights.
#pragma once

#include "sim/state/agent_column.h"
#include "sim/state/world.h"

namespace drover {

// Makes room for it.
void make_elevation_columns(World& world);

// The clocks of platforms whose condition held in the state before start.
void start_platforms(World& world);
// What the platforms do in the step from S(t): those that would squeeze or overlap a body wait.
void plan_platforms(World& world);
// Their clocks go on.
void advance_platforms(World& world);

// Agents that came to their places without traveling stand on the ground there, or begin to fall. Returns
// whether there are any.
bool stand_newcomers(World& world);

// The platform under an agent that stands on one; kNoIndex for the others.
std::uint32_t platform_under(const World& world, AgentIndex i);

// Bodies in the air keep their velocities in the plane, whatever their behaviors want.
void keep_flying(World& world, AgentRange range);
// Bodies do not get to where the ground rises too much, nor under what is too low for them.
void hold_at_rises(World& world, AgentRange range);
// The heights of the feet in S(t + dt), from the ways in the plane that are final.
void settle_feet(World& world, AgentRange range);

}  // namespace drover
