// Where a group is, as one point.
#pragma once

#include <span>

#include "sim/state/world.h"

namespace drover {

// The mean position of the agents, which are at least one. In a world that wraps, positions are taken as the
// images nearest to the first agent: exact as long as the group spans less than half the world.
inline Vec3 centroid_of(const World& world, std::span<const AgentIndex> agents) {
  const Vec3 first = world.state.motion.position(agents.front());
  Vec3 sum;
  for (const AgentIndex i : agents)
    sum += world.model().bounds.displacement(first, world.state.motion.position(i));
  return first + sum / static_cast<double>(agents.size());
}

}  // namespace drover
