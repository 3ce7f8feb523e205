// Frames: which way is forward, left and up. Behaviors speak of these directions and of vectors, never of the
// axes of the world, so that what they say holds in any frame.
#pragma once

#include <cmath>

#include "core/det_math.h"
#include "core/vec3.h"

namespace drover {

// Cosine and sine of an angle [rad] as x and y: the direction at this angle from +x, counter-clockwise. The
// double next to a multiple of a quarter turn stands for that turn exactly, though no double is pi / 2: what
// somebody turns by 90 degrees comes out along the axes.
inline Vec3 unit_vector(double angle) {
  constexpr double kQuarter = 0.5 * det::kPi;
  constexpr double kMany = 1e6;
  const double quarters = std::floor(angle / kQuarter + 0.5);
  if (std::fabs(quarters) > kMany || quarters * kQuarter != angle) {
    const auto turn = det::sin_cos(angle);
    return {turn.cos, turn.sin, 0.0};
  }
  switch (static_cast<int>(quarters - 4.0 * std::floor(0.25 * quarters))) {
    case 0:
      return {1.0, 0.0, 0.0};
    case 1:
      return {0.0, 1.0, 0.0};
    case 2:
      return {-1.0, 0.0, 0.0};
    default:
      return {0.0, -1.0, 0.0};
  }
}

// A right-handed set of orthogonal directions, of unit length unless stated otherwise.
struct Frame {
  Vec3 forward;
  Vec3 left;
  Vec3 up;

  // The part of a vector to the left, in the unit of the vector; negative to the right. Where `left` is
  // horizontal, z has no part in it: adding its zero would turn -0 into 0, and the sign of a zero decides to
  // which side an exact reversal turns.
  constexpr double left_part(Vec3 v) const {
    const double horizontal = left.y * v.y + left.x * v.x;
    return left.z == 0.0 ? horizontal : horizontal + left.z * v.z;
  }

  // The angle from `forward` to a vector about `up`, counter-clockwise, in (-pi, pi] [rad]; 0 where the
  // vector is zero.
  double bearing(Vec3 v) const { return det::atan2(left_part(v), dot(forward, v)); }

  // The vector with these parts.
  constexpr Vec3 vector(double forward_part, double left_part) const {
    return forward * forward_part + left * left_part;
  }
  // The vector whose x, y and z are its parts forward, left and up.
  constexpr Vec3 vector(Vec3 parts) const {
    const Vec3 level = vector(parts.x, parts.y);
    return parts.z == 0.0 ? level : level + up * parts.z;
  }

  // The forward direction after a turn about `up` by an angle [rad]; of unit length again, however often it
  // turns.
  Vec3 turned(double angle) const {
    if (angle == 0.0) return forward;
    const Vec3 turn = unit_vector(angle);
    return direction(vector(turn.x, turn.y));
  }
};

inline constexpr Vec3 kUp{0.0, 0.0, 1.0};

// The frame that stands upright, of a horizontal direction. Of a horizontal vector of another length `left`
// has that length too.
constexpr Frame upright(Vec3 forward) {
  return {forward, {-forward.y, forward.x, 0.0}, kUp};
}

// The horizontal direction to the left of a unit vector, +y where that is vertical.
inline Vec3 left_of(Vec3 unit) {
  constexpr double kVertical = 1e-9;  // horizontal part of a unit vector that counts as none
  const double level = std::sqrt(unit.x * unit.x + unit.y * unit.y);
  if (level < kVertical) return {0.0, 1.0, 0.0};
  return {-unit.y / level, unit.x / level, 0.0};
}

// The frame of any direction whose left is horizontal; of a horizontal one the upright frame. Of a vector of
// another length `left` has that length too.
inline Frame frame_along(Vec3 forward) {
  if (lies_in_plane(forward)) return upright(forward);
  const double size = length(forward);
  const Vec3 unit = forward / size;
  const Vec3 left = left_of(unit);
  return {forward, left * size, cross(unit, left)};
}

}  // namespace drover
