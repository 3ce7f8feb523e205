// From what stands to a grid: which cells and moves are free for a body, and what the ground makes them cost.
#pragma once

#include <cstdint>
#include <span>

#include "sim/geometry/ground.h"
#include "sim/geometry/static_geometry.h"
#include "sim/navigation/grid_map.h"
#include "sim/navigation/navigation_model.h"

namespace drover {

// What a grid is made of. A view: no longer valid than what it refers to.
struct GridSurroundings {
  StaticGeometry geometry;  // as the body meets it, with the ground that it may not enter
  const Ground& ground;
  std::span<const Region> regions;
  std::span<const TerrainCost> terrain;
  WalkingHeights heights = {};
  double room = 0.0;  // from the center of the body to what stands: radius and clearance [m]
};

// Cells whose centers are nearer than the room to what stands, or to edges of the world that reflect or
// clamp, or beyond those, are blocked. A move exists where both cells are free, the corner rule allows it,
// the body has its room all along it (so that no way leads through thin walls), no ground goes the other
// way, and feet on some floor of the first cell can go along it.
GridMap build_grid(const GridFrame& frame, int connectivity, CornerCutting corners,
                   const GridSurroundings& around);

// Evaluates the cells and moves afresh that something in the box, which appeared or vanished, may touch.
void update_grid(GridMap& map, const GridSurroundings& around, const StaticGrid::Box& changed);

}  // namespace drover
