// The request forms behaviors share; see src/behaviors/README.md.
#pragma once

#include <cmath>

#include "core/angular.h"
#include "core/vec3.h"
#include "sim/geometry/shape_image.h"
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

// The acceleration that brings the agent's velocity to `wanted` with time constant `response_time` [s], which
// the arbiter shortens to what the body can do; where requests are velocities, the wanted velocity itself.
// Buckland returns wanted - velocity itself as a force, which is the same law with a time constant of
// mass / (1 kg/s).
inline Request velocity_request(const AgentView& view, AgentIndex agent, Vec3 wanted, double response_time) {
  if (view.request_unit(agent) == RequestUnit::velocity)
    return clip(wanted, view.clip_length(view.max_speed(agent)));
  return {quotient(wanted - view.velocity(agent), response_time), {}, 1.0 / response_time};
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

// The same in space, about any axis.
inline Vec3 spatial_rotation_request(const AgentView& view, AgentIndex agent, Vec3 wanted,
                                     double response_time) {
  if (view.request_unit(agent) == RequestUnit::velocity)
    return clip_turn(wanted, view.clip_length(view.max_rotation(agent)));
  const Vec3 change = (wanted - view.angular_velocity(agent)) / response_time;
  return clip_turn(change, view.clip_length(view.max_angular_request(agent)));
}

// As much as may be asked for along `displacement`, no matter how the agent moves (Millington 3.3.3).
inline Vec3 full_acceleration_request(const AgentView& view, AgentIndex agent, Vec3 displacement) {
  return direction(displacement) * view.max_request(agent);
}

// Full speed along `displacement`; at the target (zero displacement) this brakes.
inline Request seek_request(const AgentView& view, AgentIndex agent, Vec3 displacement,
                            double response_time) {
  return velocity_request(view, agent, direction(displacement) * view.full_speed(agent), response_time);
}

// A speed [m/s] from which the agent can halt within a distance [m] with its full acceleration, when its
// velocity follows with response_time: the root of v * (3 response_time) + v^2 / (2 a_max) = distance. The
// three makes the end of the way an exponential approach that overshoots by less than half a percent. A body
// that takes velocities halts at once; one that is driven begins to brake within one step: the root of
// v * dt + v^2 / (2 brake) = distance.
inline double halting_speed(const AgentView& view, AgentIndex agent, double distance, double response_time) {
  const auto root = [distance](double lag, double brake) {
    return std::sqrt(lag * lag + 2.0 * brake * distance) - lag;
  };
  if (view.request_unit(agent) == RequestUnit::velocity) {
    const std::optional<DriveLimits> limits = view.drive_limits(agent);
    return limits ? root(view.dt() * limits->speeds.brake, limits->speeds.brake) : distance / view.dt();
  }
  const double max_request = view.max_request(agent);
  return root(3.0 * response_time * max_request, max_request);
}

// How fast an agent goes past its target [m/s]: as fast as the body can turn towards what follows, where that
// is the place of a route; 0 for other targets. On an arc of radius R the speed v takes v^2 / R of
// max_acceleration, and the lag of the velocity adds to the arc: the root of v * (2 response_time) + v^2 /
// a_max = R.
inline double passing_speed(const AgentView& view, const Target& target, AgentIndex agent,
                            double response_time) {
  if (target.type != TargetType::goal) return 0.0;
  const double radius = passing_radius(view.world(), agent);
  if (radius == 0.0) return 0.0;
  const double full = view.full_speed(agent);
  if (view.request_unit(agent) == RequestUnit::velocity || radius == kInfinity) {
    const std::optional<DriveLimits> limits = view.drive_limits(agent);
    return limits ? smaller(full, std::sqrt(limits->lateral_grip * radius)) : full;
  }
  const double lag = response_time * view.max_request(agent);
  const double speed = std::sqrt(lag * lag + view.max_request(agent) * radius) - lag;
  return smaller(full, smaller(speed, view.world().state.limits.max_turn_rate[agent] * radius));
}

// How the speed falls on the way to a place.
struct Arrival {
  double time_constant;        // of the distance left, where it falls exponentially [s]
  double response_time;        // of the velocity [s]
  bool brakes_in_time;         // never faster than the body can halt
  double passing_speed = 0.0;  // no slower, where the way leads on from the place [m/s]
};

// Full speed, and near the place the speed of an arrival or of passing. Of a place that moves, only what
// comes nearer to it has to be braked.
inline Vec3 arrive_velocity(const AgentView& view, AgentIndex agent, Vec3 displacement,
                            const Arrival& arrival, Vec3 place_velocity = {}) {
  const double distance = length(displacement);
  const Vec3 ahead = direction(displacement);
  double speed = smaller(distance / arrival.time_constant, view.full_speed(agent));
  if (arrival.brakes_in_time) {
    const double moves_on = larger(0.0, dot(place_velocity, ahead));
    speed = smaller(speed, halting_speed(view, agent, distance, arrival.response_time) + moves_on);
  }
  return ahead * larger(speed, arrival.passing_speed);
}

// Comes to rest on the target; at the target (zero displacement) this brakes.
inline Request arrive_request(const AgentView& view, AgentIndex agent, Vec3 displacement,
                              const Arrival& arrival, Vec3 place_velocity = {}) {
  return velocity_request(view, agent, arrive_velocity(view, agent, displacement, arrival, place_velocity),
                          arrival.response_time);
}

// The displacement to where an agent comes to rest on a target. A region has to be entered: an approach that
// slows down towards its border would never cross it, so an agent aims a body radius beyond the border,
// inside, too: a pull that ended at the border would shake who is pushed out there.
inline Vec3 resting_displacement(const AgentView& view, const Target& target, const TargetState& seen,
                                 AgentIndex agent) {
  if (target.type != TargetType::region) return seen.displacement;
  const World& world = view.world();
  const Region& region = world.model().regions[target.index];
  const double beyond = smaller(view.radius(agent), 0.5 * region.greatest_depth);
  if (seen.displacement != Vec3{}) return seen.displacement + direction(seen.displacement) * beyond;
  const Vec3 image = image_near(region.shape, world.model().bounds, view.position(agent));
  const Vec3 inward = image - region.shape.border_point(image);
  return direction(inward) * larger(0.0, beyond - length(inward));
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
