// Over ground with heights bodies pass above and below each other.
#pragma once

#include "sim/state/world.h"

namespace drover {

// Whether the feet of one agent are above the head of the other, so that their bodies do not touch and they
// do not perceive each other.
inline bool are_on_different_floors(const World& world, AgentIndex a, AgentIndex b) {
  const ElevationColumns& elevation = world.state.elevation;
  if (!elevation.exist()) return false;
  const bool a_is_lower = elevation.z[a] < elevation.z[b];
  const double rise = a_is_lower ? elevation.z[b] - elevation.z[a] : elevation.z[a] - elevation.z[b];
  return rise >= world.model().type_of(a_is_lower ? a : b).body_height;
}

}  // namespace drover
