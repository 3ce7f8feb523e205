// While something that moves along a straight way is near: parts of the way, in fractions of it.
#pragma once

#include <cmath>

#include "core/vec3.h"

namespace drover {

// The part of a displacement, in fractions of it, that something lasts; none where it begins after its end.
struct TimeSpan {
  double begin = -kInfinity;
  double end = kInfinity;

  bool is_empty() const { return begin > end; }
  TimeSpan both(const TimeSpan& other) const { return {larger(begin, other.begin), smaller(end, other.end)}; }
};

// While a + way t is within the radius of the origin: the roots of a quadratic, the one that cancels found
// from the other one.
inline TimeSpan span_within_radius(Vec3 a, Vec3 way, double radius) {
  const double square = length2(way);
  const double half = dot(a, way);
  const double rest = length2(a) - radius * radius;
  if (square == 0.0) return rest <= 0.0 ? TimeSpan{} : TimeSpan{1.0, 0.0};
  const double discriminant = half * half - square * rest;
  if (discriminant < 0.0) return {1.0, 0.0};
  const double larger_part = -(half + (half < 0.0 ? -1.0 : 1.0) * std::sqrt(discriminant));
  if (larger_part == 0.0) return {0.0, 0.0};
  const double one = larger_part / square;
  const double other = rest / larger_part;
  return {smaller(one, other), larger(one, other)};
}

// While z + way t is between two heights.
inline TimeSpan span_between(double z, double way, double low, double high) {
  if (way == 0.0) return low <= z && z <= high ? TimeSpan{} : TimeSpan{1.0, 0.0};
  const double a = (low - z) / way;
  const double b = (high - z) / way;
  return {smaller(a, b), larger(a, b)};
}

}  // namespace drover
