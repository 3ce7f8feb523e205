// The questions of StaticGeometry answered in the plainest way, by looking at every circle and segment from
// the first to the last: the oracle of the grids.
#pragma once

#include <cmath>

#include "core/frame.h"
#include "sim/geometry/static_geometry.h"

namespace drover::test {

inline double entry_into_circle(double radius, Vec3 start, Vec3 ray) {
  const double outside = length2(start) - radius * radius;
  if (outside < 0.0) return 0.0;
  const double approach = -dot(start, ray);
  if (!(approach > 0.0)) return kInfinity;
  const double discriminant = approach * approach - length2(ray) * outside;
  if (!(discriminant > 0.0)) return kInfinity;
  return outside / (approach + std::sqrt(discriminant));
}

inline double entry_into_capsule(const Segment& wall, double radius, Vec3 from, Vec3 ray) {
  if (length2(from - nearest_point_on_segment(wall.a, wall.b, from)) < radius * radius) return 0.0;
  double first =
      smaller(entry_into_circle(radius, from - wall.a, ray), entry_into_circle(radius, from - wall.b, ray));
  const double side = dot(from - wall.a, wall.normal);
  const double height = std::fabs(side) - radius;
  const double descent = side < 0.0 ? dot(ray, wall.normal) : -dot(ray, wall.normal);
  if (height >= 0.0 && descent > 0.0) {
    const double t = height / descent;
    const Vec3 along = wall.b - wall.a;
    const double foot = dot(from + ray * t - wall.a, along);
    if (foot >= 0.0 && foot <= length2(along)) first = smaller(first, t);
  }
  return first;
}

inline std::optional<WallHit> every_wall_hit(const StaticGeometry& geometry, Vec3 from, Vec3 to,
                                             WallSides sides, Vec3 viewer) {
  const Vec3 ray = to - from;
  double best = 2.0;
  std::uint32_t best_segment = 0;
  for (std::uint32_t k = 0; k < geometry.segments().size(); ++k) {
    const Segment& wall = geometry.segments()[k];
    const double side_a = cross(ray, wall.a - from).z;
    const double side_b = cross(ray, wall.b - from).z;
    if ((side_a > 0.0 && side_b > 0.0) || (side_a < 0.0 && side_b < 0.0)) continue;
    const Vec3 along = wall.b - wall.a;
    const double crossing = cross(ray, along).z;
    if (crossing == 0.0) continue;
    const double t = cross(wall.a - from, along).z / crossing;
    if (!(t >= 0.0 && t <= 1.0 && t < best)) continue;
    if (sides == WallSides::left && dot(viewer - wall.a, wall.normal) < 0.0) continue;
    best = t;
    best_segment = k;
  }
  if (best > 1.0) return std::nullopt;
  const Segment& wall = geometry.segments()[best_segment];
  const double side = dot(viewer - wall.a, wall.normal);
  return WallHit{from + ray * best, side < 0.0 ? -wall.normal : wall.normal, best * length(ray),
                 best_segment};
}

inline std::optional<WallHit> every_swept_wall_hit(const StaticGeometry& geometry, Vec3 from, Vec3 to,
                                                   double radius, WallSides sides) {
  if (radius == 0.0) return every_wall_hit(geometry, from, to, sides, from);
  const Vec3 ray = to - from;
  double best = 2.0;
  std::uint32_t best_segment = 0;
  for (std::uint32_t k = 0; k < geometry.segments().size(); ++k) {
    const Segment& wall = geometry.segments()[k];
    if (sides == WallSides::left && dot(from - wall.a, wall.normal) < 0.0) continue;
    const double t = entry_into_capsule(wall, radius, from, ray);
    if (!(t <= 1.0 && t < best)) continue;
    best = t;
    best_segment = k;
  }
  if (best > 1.0) return std::nullopt;
  const Segment& wall = geometry.segments()[best_segment];
  const Vec3 point = from + ray * best;
  Vec3 normal = direction(point - nearest_point_on_segment(wall.a, wall.b, point));
  if (normal == Vec3{}) normal = wall.normal;
  return WallHit{point, normal, best * length(ray), best_segment};
}

// The centers of a circle's images, seen from a point: the nearest one first and, in a world that wraps,
// those next to it.
inline std::vector<Vec3> circle_images(const Bounds& bounds, Vec3 from, Vec3 center) {
  std::vector<Vec3> images = {bounds.displacement(from, center)};
  for (const double column : {-1.0, 0.0, 1.0}) {
    for (const double row : {-1.0, 0.0, 1.0}) {
      if (bounds.wraps() && (column != 0.0 || row != 0.0))
        images.push_back(images.front() + Vec3{column * bounds.size().x, row * bounds.size().y, 0.0});
    }
  }
  return images;
}

inline double entry_into_shape(const StaticGeometry& geometry, const Bounds& bounds, std::uint32_t k,
                               Vec3 from, Vec3 to, double radius) {
  const Shape& shape = geometry.shapes()[k];
  if (shape.is_solid_circle()) {
    double first = kInfinity;
    for (const Vec3 image : circle_images(bounds, from, shape.center()))
      first = smaller(first, entry_into_circle(shape.rounding() + radius, -image, to - from));
    return first;
  }
  if (geometry.overlaps_obstacle(k, from, radius)) return 0.0;
  const auto hit = geometry.hit_on_obstacle(k, from, to, radius);
  return hit ? hit->t : kInfinity;
}

inline std::optional<ObstacleHit> every_obstacle_hit(const StaticGeometry& geometry, const Bounds& bounds,
                                                     Vec3 from, Vec3 to, double radius) {
  const Vec3 ray = to - from;
  double best = 2.0;
  std::uint32_t best_obstacle = 0;
  for (std::uint32_t k = 0; k < geometry.shapes().size(); ++k) {
    const double t = entry_into_shape(geometry, bounds, k, from, to, radius);
    if (!(t <= 1.0 && t < best)) continue;
    best = t;
    best_obstacle = k;
  }
  if (best > 1.0) return std::nullopt;
  const Vec3 along = ray * best;
  const Shape& shape = geometry.shapes()[best_obstacle];
  Vec3 normal;
  if (shape.is_solid_circle()) {
    for (const Vec3 image : circle_images(bounds, from, shape.center())) {
      if (entry_into_circle(shape.rounding() + radius, -image, ray) != best) continue;
      normal = direction(along - image);
      break;
    }
    if (normal == Vec3{}) normal = upright(direction(ray)).left;
  } else if (best > 0.0) {
    normal = geometry.hit_on_obstacle(best_obstacle, from, to, radius)->normal;
  } else {
    normal = geometry.nearest_border(best_obstacle, from).normal;
  }
  return ObstacleHit{from + along, normal, best * length(ray), best_obstacle};
}

inline bool every_blocks_sight(const StaticGeometry& geometry, const Bounds& bounds, Vec3 from, Vec3 to) {
  const Vec3 end = from + bounds.displacement(from, to);
  for (std::uint32_t k = 0; k < geometry.shapes().size(); ++k) {
    const Shape& shape = geometry.shapes()[k];
    if (!shape.is_solid_circle()) {
      if (geometry.is_obstacle_between(k, from, end)) return true;
      continue;
    }
    for (const Vec3 image : circle_images(bounds, from, shape.center())) {
      const Vec3 center = from + image;
      if (length2(nearest_point_on_segment(from, end, center) - center) < shape.rounding() * shape.rounding())
        return true;
    }
  }
  const Vec3 ray = end - from;
  for (const Segment& wall : geometry.segments()) {
    const bool is_along = cross(ray, wall.a - from).z == 0.0 && cross(ray, wall.b - from).z == 0.0;
    if (!is_along || ray == Vec3{}) continue;
    // One of the four ends lies on the other segment.
    const auto lies_on = [](Vec3 p, Vec3 a, Vec3 b) { return dot(p - a, p - b) <= 0.0; };
    if (lies_on(wall.a, from, end) || lies_on(wall.b, from, end) || lies_on(from, wall.a, wall.b))
      return true;
  }
  return every_wall_hit(geometry, from, end, WallSides::both, from).has_value();
}

inline Vec3 every_nearest_point_of_wall(const StaticGeometry& geometry, std::uint32_t wall, Vec3 p) {
  Vec3 best;
  double best2 = kInfinity;
  for (const Segment& segment : geometry.segments()) {
    if (segment.wall != wall) continue;
    const Vec3 q = nearest_point_on_segment(segment.a, segment.b, p);
    if (length2(q - p) >= best2) continue;
    best2 = length2(q - p);
    best = q;
  }
  return best;
}

}  // namespace drover::test
