#include "sim/static_geometry.h"

#include <cmath>

namespace drover {

Vec3 nearest_point_on_segment(Vec3 a, Vec3 b, Vec3 p) {
  const Vec3 along = b - a;
  const double l2 = length2(along);
  if (l2 == 0.0) return a;
  return a + along * clamp(dot(p - a, along) / l2, 0.0, 1.0);
}

StaticGeometry::StaticGeometry(const WorldDef& def, const Bounds& bounds) : bounds_(bounds) {
  for (const ObstacleDef& obstacle : def.obstacles) {
    circles_.push_back({obstacle.center, obstacle.radius});
    circle_ids_.push_back(obstacle.id);
  }
  for (const WallDef& wall : def.walls) {
    const auto index = static_cast<std::uint32_t>(wall_ids_.size());
    wall_ids_.push_back(wall.id);
    const std::size_t count = wall.points.size();
    const std::size_t segment_count = wall.closed ? count : count - 1;
    for (std::size_t k = 0; k < segment_count; ++k) {
      const Vec3 a = wall.points[k];
      const Vec3 b = wall.points[(k + 1) % count];
      segments_.push_back({a, b, left_of(direction(b - a)), index});
    }
  }
}

std::optional<WallHit> StaticGeometry::first_wall_hit(Vec3 from, Vec3 to, WallSides sides) const {
  const Vec3 ray = to - from;
  double best = 2.0;  // in units of the ray's length
  std::uint32_t best_segment = 0;
  for (std::uint32_t k = 0; k < segments_.size(); ++k) {
    const Segment& wall = segments_[k];
    // Which side of the ray each end lies on, from that end alone: two segments that share an end agree about
    // it, so no ray slips through a corner.
    const double side_a = cross_z(ray, wall.a - from);
    const double side_b = cross_z(ray, wall.b - from);
    if ((side_a > 0.0 && side_b > 0.0) || (side_a < 0.0 && side_b < 0.0)) continue;
    const Vec3 along = wall.b - wall.a;
    const double crossing = cross_z(ray, along);
    if (crossing == 0.0) continue;  // parallel
    const double t = cross_z(wall.a - from, along) / crossing;
    if (!(t >= 0.0 && t <= 1.0 && t < best)) continue;
    if (sides == WallSides::left && dot(from - wall.a, wall.normal) < 0.0) continue;
    best = t;
    best_segment = k;
  }
  if (best > 1.0) return std::nullopt;
  const Segment& wall = segments_[best_segment];
  // The side the ray starts from; a start exactly on the wall counts as its left side (catalogue 3.3).
  const double side = dot(from - wall.a, wall.normal);
  return WallHit{from + ray * best, side < 0.0 ? -wall.normal : wall.normal, best * length(ray),
                 best_segment};
}

bool StaticGeometry::blocks_sight(Vec3 from, Vec3 to) const {
  const Vec3 ray = bounds_.displacement(from, to);
  const Vec3 end = from + ray;
  for (const Circle& circle : circles_) {
    const Vec3 center = from + bounds_.displacement(from, circle.center);
    if (length2(nearest_point_on_segment(from, end, center) - center) < circle.radius * circle.radius)
      return true;
  }
  return first_wall_hit(from, end).has_value();
}

Vec3 StaticGeometry::nearest_point_of_wall(std::uint32_t wall, Vec3 p) const {
  Vec3 best;
  double best2 = kInfinity;
  for (const Segment& segment : segments_) {
    if (segment.wall != wall) continue;
    const Vec3 q = nearest_point_on_segment(segment.a, segment.b, p);
    const double d2 = length2(q - p);
    if (d2 < best2) {
      best2 = d2;
      best = q;
    }
  }
  return best;
}

}  // namespace drover
