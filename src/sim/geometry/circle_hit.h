// Where rays meet circles.
#pragma once

#include <cmath>
#include <limits>
#include <optional>

#include "core/frame.h"
#include "core/vec3.h"

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

// The normal at the place `along` a ray at which it enters a circle, both seen from the ray's start; left of
// the ray from the center itself.
inline Vec3 normal_on_circle(Vec3 center, Vec3 along, Vec3 ray) {
  const Vec3 normal = direction(along - center);
  return normal == Vec3{} ? upright(direction(ray)).left : normal;
}

}  // namespace drover
