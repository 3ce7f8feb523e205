#include "sim/geometry/static_room.h"

#include "sim/geometry/nearest_room.h"

namespace drover {

bool is_clear_of_statics(const StaticGeometry& geometry, const Bounds&, Vec3 center, double radius) {
  if (geometry.is_spatial()) return !(geometry.in_space().distance(center, radius, {}) < radius);
  const StaticGrid::Box around = StaticGrid::box(center, radius);
  const bool in_obstacle = geometry.obstacle_grid().any(
      around, [&](std::uint32_t k) { return geometry.overlaps_obstacle(k, center, radius); });
  if (in_obstacle) return false;
  bool on_wall = geometry.segment_grid().any(around, [&](std::uint32_t k) {
    const Segment& wall = geometry.segments()[k];
    return length(center - nearest_point_on_segment(wall.a, wall.b, center)) < radius;
  });
  geometry.visit_solids_around(center, [&](std::uint32_t) { on_wall = true; });
  return !on_wall;
}

double clear_distance(const StaticGeometry& geometry, const Bounds&, Vec3 p, double limit,
                      double smallest_obstacle) {
  if (geometry.is_spatial())
    return larger(geometry.in_space().distance(p, limit, {.smallest_obstacle = smallest_obstacle}), 0.0);
  double least = limit;
  const StaticGrid::Box around = StaticGrid::box(p, limit);
  geometry.obstacle_grid().any(around, [&](std::uint32_t k) {
    if (geometry.shapes()[k].half_extent() >= smallest_obstacle)
      least = smaller(least, geometry.distance_to_obstacle(k, p));
    return false;
  });
  geometry.segment_grid().any(around, [&](std::uint32_t k) {
    const Segment& wall = geometry.segments()[k];
    least = smaller(least, length(p - nearest_point_on_segment(wall.a, wall.b, p)));
    return false;
  });
  geometry.visit_solids_around(p, [&](std::uint32_t) { least = 0.0; });
  return larger(least, 0.0);
}

std::optional<Vec3> nearest_clear_point(const StaticGeometry& geometry, const Bounds&, Vec3 p, double radius,
                                        double smallest_obstacle) {
  // So much farther away that rounding leaves the circle free [m].
  constexpr double kMargin = 1e-6;
  return RoomFinder().find(geometry, p,
                           {.radius = radius,
                            .smallest_obstacle = smallest_obstacle,
                            .margin = kMargin,
                            .may_leave_world = false});
}

}  // namespace drover
