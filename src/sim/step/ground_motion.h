// What the ground does to bodies in a step. What holds at a center in S(t) holds for the whole step.
#pragma once

#include "sim/state/agent_column.h"
#include "sim/state/world.h"

namespace drover {

// Makes room for what the ground does to agents, where it does something. Bodies start on ground that rests.
void make_ground_columns(World& world);

// Velocities in the state are those that others see: the body's own and that of the ground under it.
enum class OwnVelocity {
  keep,  // a body on other ground than before keeps its own velocity; that of the state changes
  fit,   // the velocities of the state already fit the ground: they were saved with it
};

// Finds the ground under the agents in the range, those that are present.
void find_ground(World& world, AgentRange range, OwnVelocity rule);

// Moves bodies that were moved relative to the ground, in S(t + dt), with it for `time` [s]: p += u time,
// v += u. Only where some ground carries.
void carry(World& world, AgentRange range, double time);

// Takes from the ways of the bodies into S(t + dt), and from their velocities, what the ground does not let
// them do: to move against a direction, to enter what is forbidden to them.
void restrain(World& world, AgentRange range);

}  // namespace drover
