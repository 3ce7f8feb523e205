#include "behaviors/turning.h"

namespace drover {
namespace {

// The orientation in which the nose has a direction.
Quaternion orientation_along(const TurnRule& rule, const Quaternion& present, Vec3 wanted) {
  // Straight up and down no roll is level, and the yaw of a nose near there turns at once with the slightest
  // motion: it is not followed.
  constexpr double kNearlyVertical = 1e-3;
  const bool is_vertical = length(cross(wanted, kUp)) < kNearlyVertical;
  if (rule.up_mode == UpMode::zero_roll && !is_vertical) return level_orientation(wanted, present);
  if (rule.up_mode == UpMode::zero_roll) return nearest_orientation(present, wanted);
  if (rule.up_mode == UpMode::from_current) return nearest_orientation(present, wanted);
  const auto& [w, x, y, z] = rule.base_orientation;
  return nearest_orientation(normalized({w, x, y, z}), wanted);
}

}  // namespace

Vec3 turn_to_orientation(const TurnRule& rule, const AgentView& view, AgentIndex agent,
                         const Quaternion& wanted) {
  const Vec3 error = rotation_between(orientation_of(view.frame(agent)), wanted);
  const double angle = length(error);
  Vec3 rate;
  if (angle >= view.value(rule.target_radius, agent) && angle > 0.0) {
    const double speed = view.max_rotation(agent) * smaller(1.0, angle / view.value(rule.slow_radius, agent));
    rate = error * (speed / angle);
  }
  return spatial_rotation_request(view, agent, rate, view.value(rule.response_time, agent));
}

Vec3 turn_in_space(const TurnRule& rule, const AgentView& view, AgentIndex agent, Vec3 wanted) {
  const Quaternion present = orientation_of(view.frame(agent));
  if (wanted == Vec3{} && rule.level_at_rest)
    return turn_to_orientation(rule, view, agent, orientation_at({.yaw = angles_of(present).yaw}));
  if (wanted == Vec3{})
    return spatial_rotation_request(view, agent, {}, view.value(rule.response_time, agent));
  return turn_to_orientation(rule, view, agent, orientation_along(rule, present, wanted));
}

}  // namespace drover
