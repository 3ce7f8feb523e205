// On which side of a line a point lies, exactly: whether corners cross or touch must not depend on rounding.
// Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates" (1997):
// doubles where an error bound shows that their sign is right, else an expansion.
#pragma once

#include <cmath>

#include "core/vec3.h"

namespace drover {

// The sign of cross(b - a, c - a).z without any rounding, by an expansion.
int exact_orientation(Vec3 a, Vec3 b, Vec3 c);

// 1 where c is to the left of the line from a to b, -1 to the right, 0 on it. Exact for coordinates whose
// magnitudes are zero or between 1e-130 and 1e130.
inline int orientation(Vec3 a, Vec3 b, Vec3 c) {
  const double left = (b.x - a.x) * (c.y - a.y);
  const double right = (b.y - a.y) * (c.x - a.x);
  const double difference = left - right;
  // ccwerrboundA of the source, (3 + 16 e) e with e = 2^-53, rounded up.
  constexpr double kBound = 3.3306690738754716e-16;
  const double error = kBound * (std::fabs(left) + std::fabs(right));
  if (difference > error) return 1;
  if (-difference > error) return -1;
  return exact_orientation(a, b, c);
}

}  // namespace drover
