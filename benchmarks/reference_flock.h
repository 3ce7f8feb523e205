// The agents of a world as the reference kernel takes them.
#pragma once

#include "reference_kernel.h"
#include "sim/state/world.h"

namespace drover {

inline reference::Flock reference_flock(const World& world) {
  reference::Flock flock;
  for (AgentIndex i = 0; i < world.model().agents.size(); ++i) {
    flock.x.push_back(world.state.motion.position(i).x);
    flock.y.push_back(world.state.motion.position(i).y);
    flock.heading_x.push_back(world.state.motion.heading(i).x);
    flock.heading_y.push_back(world.state.motion.heading(i).y);
    flock.speed.push_back(length(world.state.motion.velocity(i)));
  }
  return flock;
}

}  // namespace drover
