#include "sim/geometry/body_sweep.h"

#include <cmath>
#include <utility>

#include "sim/geometry/circle_hit.h"
#include "sim/geometry/segment.h"

namespace drover {
namespace {

// When a disc first comes nearer to a segment, as a fraction of the displacement; infinite where it does not.
// A segment is convex, so a disc that touches it and moves away never comes nearer again.
double touches_segment(const Segment& wall, double radius, Vec3 from, Vec3 displacement) {
  const Vec3 out = from - nearest_point_on_segment(wall.a, wall.b, from);
  const double distance = length(out);
  if (distance > radius + kLengthEpsilon)
    return entry_into_capsule(wall.a, wall.b, wall.normal, radius, from, displacement);
  const double approach = -dot(displacement, out);
  return approach > kGrazing * length(displacement) * distance ? 0.0 : kInfinity;
}

std::optional<Touch> first_touch_in_space(const SpaceGeometry& geometry, Vec3 from, Vec3 to, double radius,
                                          Solids solids) {
  std::optional<Touch> first;
  std::uint32_t first_index = 0;
  const auto keep = [&](const std::optional<ShapeHit>& hit, std::uint32_t index) {
    if (!hit || (first && (hit->t > first->t || (hit->t == first->t && index >= first_index)))) return;
    first = Touch{hit->t, from + (to - from) * hit->t, hit->normal};
    first_index = index;
  };
  if (solids.obstacles) {
    geometry.visit_obstacles(from, to, radius, [&](std::uint32_t k, Vec3 shift) {
      keep(geometry.obstacles()[k].first_hit(from + shift, to + shift, radius), k);
      return false;
    });
  }
  if (!solids.walls) return first;
  // Obstacles come before walls, but walls are ordered among themselves.
  std::optional<Touch> on_obstacle;
  std::swap(on_obstacle, first);
  geometry.visit_triangles(from, to, radius, [&](std::uint32_t k) {
    keep(geometry.triangles()[k].first_hit(from, to, radius), k);
    return false;
  });
  return !first || (on_obstacle && on_obstacle->t <= first->t) ? on_obstacle : first;
}

}  // namespace

std::optional<Touch> first_touch(const StaticGeometry& geometry, Vec3 from, Vec3 to, double radius,
                                 Solids solids) {
  if (geometry.is_spatial()) return first_touch_in_space(geometry.in_space(), from, to, radius, solids);
  const Vec3 displacement = to - from;
  std::optional<Touch> first;
  std::uint32_t first_index = 0;
  bool ties = true;  // whether something touched at the same time may come before the first
  const auto keep = [&](double t, std::uint32_t index, Vec3 normal) {
    if (first && (t > first->t || (t == first->t && (!ties || index >= first_index)))) return;
    first = Touch{t, from + displacement * t, normal};
    first_index = index;
    ties = true;
  };
  const auto is_enough = [&](double end) { return first && first->t <= end; };
  if (solids.obstacles) {
    const auto meet = [&](std::uint32_t k) {
      const auto hit = geometry.hit_on_obstacle(k, from, from + displacement, radius);
      if (hit) keep(hit->t, k, hit->normal);
    };
    geometry.obstacle_grid().visit_along(from, to, radius, meet, is_enough);
  }
  ties = false;  // obstacles come before walls
  if (solids.walls) {
    const auto meet = [&](std::uint32_t k) {
      const Segment& wall = geometry.segments()[k];
      const double t = touches_segment(wall, radius, from, displacement);
      if (!(t <= 1.0)) return;
      const Vec3 center = from + displacement * t;
      keep(t, k, direction(center - nearest_point_on_segment(wall.a, wall.b, center)));
    };
    geometry.segment_grid().visit_along(from, to, radius, meet, is_enough);
  }
  return first;
}

Vec3 slide(const StaticGeometry& geometry, Vec3 from, Vec3 to, double radius, Solids solids) {
  Vec3 p = from;
  Vec3 end = to;
  for (int touches = 0; touches < kMaxTouches && !(end == p); ++touches) {
    const std::optional<Touch> touch = first_touch(geometry, p, end, radius, solids);
    if (!touch) return end;
    const Vec3 rest = (end - p) * (1.0 - touch->t);
    p = touch->center;
    end = p + (rest - touch->normal * dot(rest, touch->normal));
  }
  return p;
}

}  // namespace drover
