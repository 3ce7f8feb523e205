#include "sim/geometry/static_room.h"

namespace drover {

bool is_clear_of_statics(const StaticGeometry& geometry, const Bounds& bounds, Vec3 center, double radius) {
  const StaticGrid::Box around = StaticGrid::box(center, radius);
  const bool in_obstacle = geometry.circle_grid().any(around, [&](std::uint32_t k) {
    const Circle& circle = geometry.circles()[k];
    return length(bounds.displacement(circle.center, center)) < circle.radius + radius;
  });
  if (in_obstacle) return false;
  bool on_wall = geometry.segment_grid().any(around, [&](std::uint32_t k) {
    const Segment& wall = geometry.segments()[k];
    return length(center - nearest_point_on_segment(wall.a, wall.b, center)) < radius;
  });
  geometry.visit_solids_around(center, [&](std::uint32_t) { on_wall = true; });
  return !on_wall;
}

}  // namespace drover
