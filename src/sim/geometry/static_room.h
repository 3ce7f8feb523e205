// Room among what does not move; nearest images of obstacles in a world that wraps. Where a function takes
// it, obstacles of a radius below `smallest_obstacle` do not count [m].
#pragma once

#include <optional>

#include "sim/geometry/static_geometry.h"

namespace drover {

// Whether a circle overlaps no obstacle and no wall.
bool is_clear_of_statics(const StaticGeometry& geometry, const Bounds& bounds, Vec3 center, double radius);

// How far a point is from the nearest obstacle or wall, at most `limit`; zero inside of an obstacle or of a
// solid wall [m].
double clear_distance(const StaticGeometry& geometry, const Bounds& bounds, Vec3 p, double limit,
                      double smallest_obstacle = 0.0);

// The point nearest to p, within the bounds unless the world wraps, where a circle of this radius, above
// zero, overlaps nothing; p itself where it has room. Nothing where there is no room anywhere. Ties go to
// what is listed first. For the start of a run: it looks at all pairs of walls and obstacles near p.
std::optional<Vec3> nearest_clear_point(const StaticGeometry& geometry, const Bounds& bounds, Vec3 p,
                                        double radius, double smallest_obstacle = 0.0);

}  // namespace drover
