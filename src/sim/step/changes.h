// How the motion of an agent changed in the last step: what observers see, and what conditions and weights
// may follow.
#pragma once

#include "sim/state/agent_column.h"
#include "sim/state/world.h"

namespace drover {

// |v(t) - v(t - dt)| / dt [m/s^2]: of what the body did, contacts and edges included. Zero in the agent's
// first state, where an event put it somewhere else, and in the first state of a run that is resumed, unless
// the motion follows such numbers (ChangeColumns).
double acceleration(const World& world, AgentIndex agent);
// v(t) - v(t - dt) over dt [m/s^2], zero likewise; in the first state of a run that is resumed it is not
// known.
Vec3 velocity_change(const World& world, AgentIndex agent);
// The angle between the headings, h(t - dt) and h(t), over dt [rad/s]: at most pi / dt. Zero where the
// acceleration is.
double turn_rate(const World& world, AgentIndex agent);

// Keeps both for the state that was just reached, where there are columns for them.
void record_changes(World& world, AgentRange range);

}  // namespace drover
