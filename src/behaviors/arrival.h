// How hard an agent brakes for its target: the keys of every behavior that arrives somewhere.
// Buckland "Arrive" (variant deceleration); see README.md.
#pragma once

#include <cmath>

#include "sim/step/agent_view.h"
#include "sim/step/steering_laws.h"

namespace drover {

DROVER_ENUM(Deceleration, fast, normal, slow)

// The time constant of the approach in units of deceleration_tweak.
constexpr double deceleration_factor(Deceleration deceleration) {
  constexpr std::array<double, 3> kFactors = {1.0, 2.0, 3.0};
  return kFactors[static_cast<std::size_t>(deceleration)];
}

struct ArrivalRule {
  Deceleration deceleration = Deceleration::normal;
  Parameter deceleration_tweak = 0.3;
  Parameter response_time = 0.1;

  // Of the exponential approach [s]. The approach does not overshoot where response_time is at most a quarter
  // of it.
  double time_constant(AgentIndex agent) const {
    return deceleration_factor(deceleration) * deceleration_tweak[agent];
  }
};

inline constexpr auto kArrivalFields =
    fields(field<&ArrivalRule::deceleration>({.key = "deceleration",
                                              .doc = "How late to brake. The distance left decays with a "
                                                     "time constant of deceleration_tweak times 1 (fast), 2 "
                                                     "(normal) or 3 (slow)."}),
           field<&ArrivalRule::deceleration_tweak>({.key = "deceleration_tweak",
                                                    .unit = "s",
                                                    .range = kTimeConstantRange,
                                                    .doc = "Time constant of a fast arrival; not below dt.",
                                                    .time_constant = TimeConstant::of_position}),
           field<&ArrivalRule::response_time>(kResponseTime));

inline Vec3 arrive_request(const ArrivalRule& rule, const AgentView& view, AgentIndex agent,
                           Vec3 displacement) {
  return arrive_request(view, agent, displacement, rule.time_constant(agent), rule.response_time[agent]);
}

// The greatest speed [m/s] from which the agent can halt within a distance [m] with its full acceleration,
// when its velocity follows with response_time: the root of v * (2 response_time) + v^2 / (2 a_max) =
// distance. A body that takes velocities halts at once.
inline double halting_speed(const AgentView& view, AgentIndex agent, double distance, double response_time) {
  if (view.request_unit(agent) == RequestUnit::velocity) return distance / view.dt();
  const double max_request = view.max_request(agent);
  const double lag = 2.0 * response_time * max_request;
  return std::sqrt(lag * lag + 2.0 * max_request * distance) - lag;
}

// Full speed along `displacement`, but no faster than the agent can halt where `distance` [m] ends.
inline Vec3 halting_request(const AgentView& view, AgentIndex agent, Vec3 displacement, double distance,
                            double response_time) {
  const double speed = smaller(view.full_speed(agent), halting_speed(view, agent, distance, response_time));
  return velocity_request(view, agent, direction(displacement) * speed, response_time);
}

}  // namespace drover
