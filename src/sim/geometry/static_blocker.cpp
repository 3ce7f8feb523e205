#include "sim/geometry/static_blocker.h"

namespace drover {
namespace {

std::optional<StaticBlocker> blocker_in_space(const StaticGeometry& statics, Vec3 center, double radius) {
  const SpaceGeometry geometry = statics.in_space();
  std::uint32_t obstacle = kNoIndex, wall = kNoIndex;
  geometry.visit_obstacles(center, center, radius, [&](std::uint32_t k, Vec3 shift) {
    if (k < obstacle && geometry.obstacles()[k].distance(center + shift) < radius) obstacle = k;
    return false;
  });
  geometry.visit_triangles(center, center, radius, [&](std::uint32_t k) {
    if (geometry.wall_of(k) < wall && geometry.triangles()[k].distance(center) < radius)
      wall = geometry.wall_of(k);
    return false;
  });
  if (obstacle != kNoIndex)
    return StaticBlocker{StaticBlocker::Kind::obstacle, statics.obstacle_ids()[obstacle]};
  if (wall == kNoIndex) return std::nullopt;
  return StaticBlocker{StaticBlocker::Kind::wall, statics.wall_ids()[wall]};
}

}  // namespace

std::optional<StaticBlocker> static_blocker(const StaticGeometry& geometry, Vec3 center, double radius) {
  if (geometry.is_spatial()) return blocker_in_space(geometry, center, radius);
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
