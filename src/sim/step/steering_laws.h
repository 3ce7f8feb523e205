// The request forms behaviors share; see src/behaviors/README.md.
#pragma once

#include "core/angular.h"
#include "core/vec3.h"
#include "sim/step/agent_goals.h"
#include "sim/step/agent_view.h"

namespace drover {

// The field every velocity-matching behavior has.
inline constexpr FieldInfo kResponseTime = {
    .key = "response_time",
    .unit = "s",
    .range = kTimeConstantRange,
    .doc = "Time constant with which the velocity follows the wanted one; not below dt.",
    .original_default = "mass / (1 kg/s) is implied (Buckland)",
    .time_constant = TimeConstant::of_velocity};

// The acceleration that brings the agent's velocity to `wanted` with time constant `response_time` [s],
// within the agent's limit; where requests are velocities, the wanted velocity itself. Buckland returns
// wanted - velocity itself as a force, which is the same law with a time constant of mass / (1 kg/s).
inline Vec3 velocity_request(const AgentView& view, AgentIndex agent, Vec3 wanted, double response_time) {
  if (view.request_unit(agent) == RequestUnit::velocity)
    return clip(wanted, view.clip_length(view.max_speed(agent)));
  return clip(quotient(wanted - view.velocity(agent), response_time),
              view.clip_length(view.max_request(agent)));
}

// The angular acceleration that brings the agent's angular velocity to `wanted` [rad/s], about up, with time
// constant `response_time` [s], within the agent's limits; where requests are velocities, the wanted angular
// velocity itself.
inline Vec3 rotation_request(const AgentView& view, AgentIndex agent, double wanted, double response_time) {
  const double limit = view.clip_length(view.max_rotation(agent));
  if (view.request_unit(agent) == RequestUnit::velocity) return about_up(clamp(wanted, -limit, limit));
  const double max = view.clip_length(view.max_angular_request(agent));
  return about_up(clamp((wanted - view.rotation(agent)) / response_time, -max, max));
}

// As much as may be asked for along `displacement`, no matter how the agent moves (Millington 3.3.3).
inline Vec3 full_acceleration_request(const AgentView& view, AgentIndex agent, Vec3 displacement) {
  return direction(displacement) * view.max_request(agent);
}

// Full speed along `displacement`; at the target (zero displacement) this brakes.
inline Vec3 seek_request(const AgentView& view, AgentIndex agent, Vec3 displacement, double response_time) {
  return velocity_request(view, agent, direction(displacement) * view.full_speed(agent), response_time);
}

// Speed proportional to the distance within full speed * time_constant, full speed beyond.
// `time_constant` [s] is the constant of the exponential approach, not the time of arrival.
inline Vec3 arrive_velocity(const AgentView& view, AgentIndex agent, Vec3 displacement,
                            double time_constant) {
  const double speed = smaller(length(displacement) / time_constant, view.full_speed(agent));
  return direction(displacement) * speed;
}

// Comes to rest on the target; at the target (zero displacement) this brakes.
inline Vec3 arrive_request(const AgentView& view, AgentIndex agent, Vec3 displacement, double time_constant,
                           double response_time) {
  return velocity_request(view, agent, arrive_velocity(view, agent, displacement, time_constant),
                          response_time);
}

// The displacement to where an agent comes to rest on a target. A region has to be entered: an approach that
// slows down towards its border would never cross it, so an agent outside aims a body radius beyond the
// border.
inline Vec3 resting_displacement(const AgentView& view, const Target& target, const TargetState& seen,
                                 AgentIndex agent) {
  if (target.type != TargetType::region) return seen.displacement;
  return seen.displacement + direction(seen.displacement) * view.radius(agent);
}

// The goal of a behavior that ends at its target: only what stays where it is counts, and what is there.
inline std::optional<Goal> fixed_goal(const AgentView& view, const Target& target, AgentIndex agent) {
  if (target.type == TargetType::goal) return own_goal(view.world(), agent);
  const bool is_region = target.type == TargetType::region;
  if (target.type != TargetType::point && target.type != TargetType::obstacle && !is_region)
    return std::nullopt;
  const TargetState seen = view.target(target, agent);
  if (!seen.found) return std::nullopt;
  return Goal{view.position(agent) + seen.displacement, is_region};
}

}  // namespace drover
