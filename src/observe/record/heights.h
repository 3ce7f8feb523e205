// Where agents are and how fast they move, with the heights of those that stand on ground, whose columns are
// beside their planar motion.
#pragma once

#include "core/vec3.h"
#include "sim/state/world.h"

namespace drover {

Vec3 observed_position(const World& world, AgentIndex agent);  // m
Vec3 observed_velocity(const World& world, AgentIndex agent);  // m/s

}  // namespace drover
