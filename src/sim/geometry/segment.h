// The nearest point of a segment, and when a displacement runs along one.
#pragma once

#include <cstdint>

#include "core/field_table.h"
#include "core/vec3.h"

namespace drover {

// A displacement that comes nearer to a border by less than this part of its length runs along it: what
// rounding leaves of the sine of the angle between the two.
inline constexpr double kGrazing = 1e-12;

// The point of the segment from a to b nearest to p.
inline Vec3 nearest_point_on_segment(Vec3 a, Vec3 b, Vec3 p) {
  const Vec3 along = b - a;
  const double l2 = length2(along);
  if (l2 == 0.0) return a;
  return a + along * clamp(dot(p - a, along) / l2, 0.0, 1.0);
}

// The point of several segments that is nearest to p, independent of their order: ties go to the lowest
// index.
struct NearestOfSegments {
  Vec3 p;
  Vec3 point = {};
  double distance2 = kInfinity;  // m^2
  std::uint32_t index = 0;

  // Returns the least squared distance so far.
  double add(Vec3 a, Vec3 b, std::uint32_t k) {
    const Vec3 q = nearest_point_on_segment(a, b, p);
    const double d2 = length2(q - p);
    if (d2 < distance2 || (d2 == distance2 && k < index)) {
      distance2 = d2;
      point = q;
      index = k;
    }
    return distance2;
  }
};

}  // namespace drover
