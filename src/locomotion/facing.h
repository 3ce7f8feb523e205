// How bodies turn.
#pragma once

#include "core/det_math.h"
#include "core/field.h"
#include "core/vec3.h"
#include "sim/definitions/kinds.h"

namespace drover {

// The speed up to which a velocity says nothing about where a body faces [m/s]; seed 000 compares the square
// of the speed with 1e-8.
inline constexpr double kHeadingEpsilon = 1e-4;
inline constexpr FieldInfo kHeadingEpsilonField = {
    .key = "heading_epsilon",
    .unit = "m/s",
    .range = closed(0, 1e3),
    .doc = "At this speed and below the heading stays as it was."};

// A unit heading turned counter-clockwise by an angle [rad]; of unit length again, however often it turns.
inline Vec3 turned(Vec3 heading, double angle) {
  if (angle == 0.0) return heading;
  const auto turn = det::sin_cos(angle);
  return direction(heading * turn.cos + left_of(heading) * turn.sin);
}

// The direction `to` (unit), turned from `from` (unit) by at most `limit` [rad]; an exact reversal turns
// left.
inline Vec3 turn_towards(Vec3 from, Vec3 to, double limit) {
  if (limit >= det::kPi) return to;
  const auto most = det::sin_cos(limit);
  const double along = dot(from, to);
  const double across = cross_z(from, to);
  // Within the limit iff the cosine of the angle is no less than that of the limit.
  if (along >= most.cos) return to;
  return direction(from * most.cos + left_of(from) * (across < 0.0 ? -most.sin : most.sin));
}

}  // namespace drover
