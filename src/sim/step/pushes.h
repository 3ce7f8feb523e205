// Pushes: sudden changes of the velocities of bodies by impulses, explosions, recoil and balls.
#pragma once

#include "sim/state/agent_column.h"
#include "sim/state/world.h"

namespace drover {

// Bodies in S(t), or in S(t + dt).
struct BodyState {
  AgentMotion& motion;
  ElevationColumns& elevation;
};

// Changes the velocity of a body [m/s]. One with inertia goes on from there; one without keeps it beside the
// velocities that it is asked for, while it decays. Bodies that are immovable or go by keyframes stay as they
// are. On ground with heights, a push upwards lifts the body off the ground; one downwards does nothing to a
// body on it.
void push(World& world, const BodyState& bodies, AgentIndex agent, Vec3 change);

// Moves bodies without inertia into S(t + dt) by what is left of their pushes, which decays by 1 / e in 0.3
// s: in all they go as far as the push takes them in that time.
void move_pushed(World& world, AgentRange range);

}  // namespace drover
