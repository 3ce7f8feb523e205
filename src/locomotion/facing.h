// How bodies turn.
#pragma once

#include "core/det_math.h"
#include "core/field.h"
#include "core/frame.h"
#include "sim/step/locomotion_context.h"

namespace drover {

// The speed up to which a velocity says nothing about where a body faces [m/s]; Buckland compares the square
// of the speed with 1e-8.
inline constexpr double kHeadingEpsilon = 1e-4;
inline constexpr FieldInfo kHeadingEpsilonField = {
    .key = "heading_epsilon",
    .unit = "m/s",
    .range = closed(0, 1e3),
    .doc = "At this speed and below the heading stays as it was."};

// How far a body of this radius [m] that moves at this speed [m/s] for a time [s] turns at most [rad]: half a
// turn while it moves by its radius. So a heading belongs to a motion: a body that is pushed to and fro on
// the spot keeps it, and no speed needs to be called a standstill.
inline double turn_of_motion(double speed, double time, double radius) {
  return det::kPi * (speed * time / radius);
}

// Whether `to` (unit) is within `limit` [rad] of `from` (unit) for sure: the cosine of the limit is less than
// the first terms of its series, so that small turns need no functions.
inline bool is_surely_within(Vec3 from, Vec3 to, double limit) {
  const double square = limit * limit;
  return limit >= det::kPi || dot(from, to) >= 1.0 - square * (0.5 - square * (1.0 / 24.0));
}

// Of directions in space: along the arc between them, or to the left where they are opposite.
Vec3 turn_in_space(Vec3 from, Vec3 to, double limit);

// In space the body rolls upright again, with the wings level, as far as a limit allows [rad]: the frame
// after a turn of the nose.
Frame leveled(const Frame& frame, double limit);

// Of a body whose heading was turned to follow its velocity, from the present frame: its up comes along and
// rolls back to level as fast as the heading may turn. A heading that follows has no momentum.
void settle_frame(LocomotionContext& context, AgentIndex agent);

// See turn_towards, which asks for it only where it has to.
[[gnu::always_inline]] inline Vec3 turn_by_limit(Vec3 from, Vec3 to, double limit) {
  if (!lies_in_plane(from) || !lies_in_plane(to)) return turn_in_space(from, to, limit);
  const auto max_turn = det::sin_cos(limit);
  const Frame frame = upright(from);
  // Within the limit iff the cosine of the angle is no less than that of the limit.
  if (dot(from, to) >= max_turn.cos) return to;
  return direction(frame.vector(max_turn.cos, frame.left_part(to) < 0.0 ? -max_turn.sin : max_turn.sin));
}

// The direction `to` (unit), turned from `from` (unit) by at most `limit` [rad]; an exact reversal turns
// left.
inline Vec3 turn_towards(Vec3 from, Vec3 to, double limit) {
  return is_surely_within(from, to, limit) ? to : turn_by_limit(from, to, limit);
}

}  // namespace drover
