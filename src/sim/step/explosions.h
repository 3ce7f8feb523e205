// Explosions: what a blast does to the bodies around it.
#pragma once

#include <span>

#include "sim/step/effects.h"
#include "sim/step/pushes.h"

namespace drover {

// Pushes those of the agents that a blast reaches away from its center, all as they are in one state, and
// notes what it does to their counters. `agents` are all that may be within its radius, ascending.
void explode(World& world, const BodyState& bodies, Vec3 center, const ExplosionDef& explosion,
             std::span<const AgentIndex> agents, EffectList& effects);

}  // namespace drover
