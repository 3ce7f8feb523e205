// Regions over ground with heights may be for some heights of the feet alone.
#pragma once

#include "sim/geometry/shape_image.h"
#include "sim/state/world.h"

namespace drover {

// How far the feet of an agent are above or below the heights of a region [m]; 0 but on ground with heights.
inline double height_off(const World& world, const Region& region, AgentIndex agent) {
  const ElevationColumns& elevation = world.state.elevation;
  return elevation.exist() ? region.heights.distance(elevation.z[agent]) : 0.0;
}

// Whether an agent, or an image of it in a world that wraps, is in a region.
inline bool is_in_region(const World& world, const Region& region, AgentIndex agent) {
  return encloses_image(region, world.model().bounds, world.state.motion.position(agent)) &&
         height_off(world, region, agent) == 0.0;
}

}  // namespace drover
