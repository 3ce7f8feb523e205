// How bodies turn.
#pragma once

#include "core/det_math.h"
#include "core/field.h"
#include "core/frame.h"
#include "sim/definitions/kinds.h"

namespace drover {

// The speed up to which a velocity says nothing about where a body faces [m/s]; Buckland compares the square
// of the speed with 1e-8.
inline constexpr double kHeadingEpsilon = 1e-4;
inline constexpr FieldInfo kHeadingEpsilonField = {
    .key = "heading_epsilon",
    .unit = "m/s",
    .range = closed(0, 1e3),
    .doc = "At this speed and below the heading stays as it was."};

// The direction `to` (unit), turned from `from` (unit) by at most `limit` [rad]; an exact reversal turns
// left.
inline Vec3 turn_towards(Vec3 from, Vec3 to, double limit) {
  if (limit >= det::kPi) return to;
  const auto max_turn = det::sin_cos(limit);
  const Frame frame = upright(from);
  const double along = dot(from, to);
  // Within the limit iff the cosine of the angle is no less than that of the limit.
  if (along >= max_turn.cos) return to;
  return direction(frame.vector(max_turn.cos, frame.left_part(to) < 0.0 ? -max_turn.sin : max_turn.sin));
}

}  // namespace drover
