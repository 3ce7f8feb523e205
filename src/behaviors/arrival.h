// How hard an agent brakes for its target: the keys of every behavior that arrives somewhere.
// Buckland "Arrive" (variant deceleration); see README.md.
#pragma once

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

}  // namespace drover
