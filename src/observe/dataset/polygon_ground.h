// What solid polygons leave of a ground.
#pragma once

#include <vector>

#include "observe/dataset/walkable_area.h"

namespace drover {

using PolygonRing = std::vector<Vec3>;  // corners [m], in any direction, the first not repeated

// All rings simple.
struct PolygonGround {
  PolygonRing base = {};                  // agents are within it
  std::vector<PolygonRing> rooms = {};    // and within each of these
  std::vector<WalkablePart> solids = {};  // but within none of these, in any order
};

// What is left of the base. The calculation is exact on a grid of about a billionth of the ground: what
// touches but for rounding touches, and no ring crosses itself or another. Corners that were given are those
// that come out, where that keeps it so.
WalkableArea left_of(const PolygonGround& ground);

// The solids, joined where they overlap or touch along edges: polygons that meet at points at most.
std::vector<WalkablePart> joined_solids(const PolygonGround& ground);

}  // namespace drover
