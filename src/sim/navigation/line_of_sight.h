// Whether a body could go straight from one point to another past what does not move. Agents never hide
// anything. Both forms give the same answer with the two points exchanged, bit for bit.
//
// In a world that wraps, obstacles repeat in every image and walls do not. b is where the way ends, beyond
// the edges where it leads through them: a + bounds.displacement(a, b) for the nearest image, at most a
// period from a. A way through an edge seen from its other end is another pair of points.
#pragma once

#include "core/vec3.h"
#include "sim/geometry/static_geometry.h"
#include "sim/navigation/grid_map.h"

namespace drover {

// Whether a disc of this radius has its way: every obstacle and every wall that is present is at least as far
// from the segment as the radius or, where an end of the segment is nearer to it than that, as that end, up
// to kRoomTolerance. So a body that is pressed against a wall still sees along it and away from it, but
// nothing is seen through: what the segment touches between its ends hides, with radius 0 too. A point inside
// a solid sees nothing. A point on a wall itself, to the bit, sees both its sides.
bool sees(const StaticGeometry& geometry, Vec3 a, Vec3 b, double radius);

// Whether all closed squares of cells that the segment touches are free, those beside it where it runs along
// a line of the grid too, and it touches no obstacle and no wall. Nothing beyond the grid is seen.
bool sees_on_grid(const GridMap& map, const StaticGeometry& geometry, Vec3 a, Vec3 b);

}  // namespace drover
