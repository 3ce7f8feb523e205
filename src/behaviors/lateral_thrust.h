// Steering by a lateral push alone, like that of a bow thruster, as Bourg ch. 2 and 4 use it. The original
// finds angles by acos, which loses a target exactly astern, and takes the side of a target straight ahead
// from the previous request; here angles are signed and ties go to the left. The torque of the push is
// computed by the locomotion model.
#pragma once

#include "behaviors/turning.h"
#include "sim/step/agent_view.h"
#include "sim/step/steering_laws.h"

namespace drover {

// The angle from the agent's heading to a displacement, in (-pi, pi] [rad]; 0 where there is no displacement.
inline double bearing(const AgentView& view, AgentIndex agent, Vec3 displacement) {
  return view.frame(agent).bearing(direction(displacement));
}

// The side that something `left` of an axis is on: 1 for the left, -1 for the right.
constexpr double side_of(double left) {
  return left < 0.0 ? -1.0 : 1.0;
}

// A push of `left` [m/s^2] to the left of the heading, at most max_acceleration.
inline Vec3 lateral_request(const AgentView& view, AgentIndex agent, double left) {
  const double max_request = view.max_request(agent);
  return view.frame(agent).left * clamp(left, -max_request, max_request);
}

// In space the push is across the heading, to the side that something lies on: the part of a vector across
// the heading, and its direction, which is left where there is none.
struct Across {
  double size;
  Vec3 side;  // unit
};
inline Across across_heading(const Frame& frame, Vec3 v) {
  const Vec3 part = v - frame.forward * dot(v, frame.forward);
  const Vec3 side = direction(part);
  return {length(part), side == Vec3{} ? frame.left : side};
}

// A push that turns the agent to `displacement`, in proportion to the angle: full to the left dead astern.
inline Vec3 bow_request(const AgentView& view, AgentIndex agent, Vec3 displacement) {
  if (view.is_spatial()) {
    const Frame frame = view.frame(agent);
    const Across across = across_heading(frame, displacement);
    const double angle = det::atan2(across.size, dot(frame.forward, displacement));
    return across.side * (view.max_request(agent) * angle / det::kPi);
  }
  return lateral_request(view, agent,
                         view.max_request(agent) * bearing(view, agent, displacement) / det::kPi);
}

// The field every chasing behavior has.
inline constexpr FieldInfo kDeadband = {
    .key = "deadband",
    .unit = "m",
    .range = closed(0, 1e5),
    .doc =
        "No push while what is ahead is at most this far to the side: without it the push goes to and fro "
        "in every step.",
    .original_default = "none (Bourg)"};

// The full push to the side that `displacement` is on; none if it is ahead and within `deadband` [m] of the
// axis, and to the left if it is within `deadband` astern.
inline Vec3 chase_request(const AgentView& view, AgentIndex agent, Vec3 displacement, double deadband) {
  const Frame frame = view.frame(agent);
  if (view.is_spatial()) {
    const Across across = across_heading(frame, displacement);
    if (across.size <= deadband && dot(frame.forward, displacement) >= 0.0) return {};
    return (across.size <= deadband ? frame.left : across.side) * view.max_request(agent);
  }
  const double left = frame.left_part(displacement);
  const bool is_aligned = left <= deadband && -left <= deadband;
  if (is_aligned && dot(frame.forward, displacement) >= 0.0) return {};
  return lateral_request(view, agent, view.max_request(agent) * (is_aligned ? 1.0 : side_of(left)));
}

}  // namespace drover
