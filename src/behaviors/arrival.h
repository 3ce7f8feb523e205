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
  bool brakes_in_time = true;

  // Of the exponential approach [s]. The approach does not overshoot where response_time is at most a quarter
  // of it.
  double time_constant(const AgentView& view, AgentIndex agent) const {
    return deceleration_factor(deceleration) * view.value(deceleration_tweak, agent);
  }
  Arrival arrival(const AgentView& view, AgentIndex agent) const {
    return {time_constant(view, agent), view.value(response_time, agent), brakes_in_time};
  }
};

inline constexpr auto kArrivalFields = fields(
    field<&ArrivalRule::deceleration>({.key = "deceleration",
                                       .doc = "How late to brake. The distance left decays with a "
                                              "time constant of deceleration_tweak times 1 (fast), 2 "
                                              "(normal) or 3 (slow)."}),
    field<&ArrivalRule::deceleration_tweak>({.key = "deceleration_tweak",
                                             .unit = "s",
                                             .range = kTimeConstantRange,
                                             .doc = "Time constant of a fast arrival; not below dt.",
                                             .time_constant = TimeConstant::of_position}),
    field<&ArrivalRule::response_time>(kResponseTime),
    field<&ArrivalRule::brakes_in_time>(
        {.key = "brakes_in_time",
         .doc = "Never faster than the body can halt in the distance left. Otherwise the speed follows "
                "the distance alone, and a body that brakes weakly passes its place.",
         .original_default = "false (Reynolds, Buckland, Millington)"}));

inline Request arrive_request(const ArrivalRule& rule, const AgentView& view, AgentIndex agent,
                              Vec3 displacement, Vec3 place_velocity = {}) {
  return arrive_request(view, agent, displacement, rule.arrival(view, agent), place_velocity);
}

// How far it is to a place to rest on [m]. One that moves on, or is passed, is none: it counts as farther
// away by a hundred meters when that is at a tenth of full speed.
inline double distance_to_rest_at(const AgentView& view, AgentIndex agent, Vec3 displacement,
                                  double place_speed) {
  constexpr double kMovesOn = 1e3;  // m
  return length(displacement) + kMovesOn * place_speed / view.full_speed(agent);
}
inline double distance_to_rest_at(const AgentView& view, AgentIndex agent, const TargetState& place) {
  return distance_to_rest_at(view, agent, place.displacement, length(place.velocity));
}

// Full speed along `displacement`, but no faster than the agent can halt where `distance` [m] ends.
inline Request halting_request(const AgentView& view, AgentIndex agent, Vec3 displacement, double distance,
                               double response_time) {
  const double speed = smaller(view.full_speed(agent), halting_speed(view, agent, distance, response_time));
  return velocity_request(view, agent, direction(displacement) * speed, response_time);
}

}  // namespace drover
