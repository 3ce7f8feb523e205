#include "sim/geometry/static_blocker.h"

namespace drover {

std::optional<StaticBlocker> static_blocker(const StaticGeometry& geometry, Vec3 center, double radius) {
  std::optional<StaticBlocker> found;
  const auto take = [&](StaticBlocker::Kind kind, std::string_view id) {
    if (!found) found = {kind, id};
  };
  const StaticGrid::Box around = StaticGrid::box(center, radius);
  geometry.obstacle_grid().visit_in_order(around, [&](std::uint32_t k) {
    if (geometry.overlaps_obstacle(k, center, radius))
      take(StaticBlocker::Kind::obstacle, geometry.obstacle_ids()[k]);
  });
  geometry.segment_grid().visit_in_order(around, [&](std::uint32_t k) {
    const Segment& wall = geometry.segments()[k];
    if (length(center - nearest_point_on_segment(wall.a, wall.b, center)) < radius)
      take(StaticBlocker::Kind::wall, geometry.wall_ids()[wall.wall]);
  });
  geometry.visit_solids_around(
      center, [&](std::uint32_t wall) { take(StaticBlocker::Kind::wall, geometry.wall_ids()[wall]); });
  return found;
}

}  // namespace drover
