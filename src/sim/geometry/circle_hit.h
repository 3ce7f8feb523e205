// Where rays meet circles and what lies within a distance of a segment.
#pragma once

#include <cmath>
#include <limits>
#include <optional>

#include "core/frame.h"
#include "core/quaternion.h"
#include "core/vec3.h"
#include "sim/geometry/segment.h"

namespace drover {

// When a point that moves from `start` to start + ray enters a circle about the origin, as a fraction of the
// ray: 0 where it starts inside, infinite where it stays outside or only leaves.
inline double entry_into_circle(double radius, Vec3 start, Vec3 ray) {
  constexpr double kNotMet = std::numeric_limits<double>::infinity();
  const double outside = length2(start) - radius * radius;
  if (outside < 0.0) return 0.0;
  const double approach = -dot(start, ray);
  if (!(approach > 0.0)) return kNotMet;
  const double discriminant = approach * approach - length2(ray) * outside;
  if (!(discriminant > 0.0)) return kNotMet;  // passes by, or just touches
  // The smaller root, in the form that does not subtract numbers of nearly the same size.
  return outside / (approach + std::sqrt(discriminant));
}

// Like entry_into_circle, for the points within `radius` of the segment from a to b with the unit vector
// `normal` across it: two half circles and the strip between them. A ray from outside enters the strip
// through one of its long sides or enters a circle first.
inline double entry_into_capsule(Vec3 a, Vec3 b, Vec3 normal, double radius, Vec3 from, Vec3 ray) {
  if (length2(from - nearest_point_on_segment(a, b, from)) < radius * radius) return 0.0;
  const double at_a = entry_into_circle(radius, from - a, ray);
  const double at_b = entry_into_circle(radius, from - b, ray);
  double first = smaller(at_a, at_b);
  const double side = dot(from - a, normal);
  const double height = std::fabs(side) - radius;
  const double descent = side < 0.0 ? dot(ray, normal) : -dot(ray, normal);
  if (height >= 0.0 && descent > 0.0) {
    const double t = height / descent;
    const Vec3 along = b - a;
    const double foot = dot(from + ray * t - a, along);
    if (foot >= 0.0 && foot <= length2(along)) first = smaller(first, t);
  }
  return first;
}

// The normal at the place `along` a ray at which it enters a circle, or ball, both seen from the ray's start;
// left of the ray from the center itself.
inline Vec3 normal_on_circle(Vec3 center, Vec3 along, Vec3 ray) {
  const Vec3 normal = direction(along - center);
  if (!(normal == Vec3{})) return normal;
  return lies_in_plane(ray) ? upright(direction(ray)).left : left_of(direction(ray));
}

}  // namespace drover
