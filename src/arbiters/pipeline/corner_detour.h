// Ways round polygons: over the corners of the shortest way.
#pragma once

#include <optional>

#include "core/vec3.h"
#include "sim/geometry/shape.h"

namespace drover {

// How far from a surface the ways of agents keep, and how many times as far detours do.
struct DetourRoom {
  double clearance;  // m
  double factor;

  double out() const { return clearance * factor; }
};

struct CornerDetour {
  Vec3 place;                 // where to go first, m
  bool is_end_moved = false;  // it is the end itself, moved off the shape
};

// The first place of the shortest way round a polygon from one point to another that keeps its clearance
// from it, or as much as the start has: over its convex corners, moved out by the room of detours from both
// sides and at most twice that, and to the end, moved out as far where it is nearer than the clearance.
// Nothing where no such way leads there.
std::optional<CornerDetour> corner_detour(const Shape& polygon, Vec3 start, Vec3 end, const DetourRoom& room);

// Memory of this thread for polygons of usual size, so that the first detour in a later step takes none.
void reserve_corner_detours();

}  // namespace drover
