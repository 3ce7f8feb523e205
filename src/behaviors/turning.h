// How an agent turns to a direction and stops turning: the keys of every behavior that aims its heading.
// Millington 3.3.5 "Align". The printed form asks for nothing within target_radius, so the agent keeps
// turning, and divides zero by zero when aligned; here it brakes. See turning.md.
#pragma once

#include "core/det_math.h"
#include "sim/step/agent_view.h"
#include "sim/step/steering_laws.h"

namespace drover {

struct TurnRule {
  Parameter target_radius = 0.01;
  Parameter slow_radius = 0.25 * det::kPi;
  Parameter response_time = 0.1;
};

inline constexpr auto kTurnFields = fields(
    field<&TurnRule::target_radius>({.key = "target_radius",
                                     .unit = "rad",
                                     .range = closed(0, det::kPi),
                                     .doc = "Within this of the wanted direction it only stops turning.",
                                     .original_default = "no value given (Millington)"}),
    field<&TurnRule::slow_radius>({.key = "slow_radius",
                                   .unit = "rad",
                                   .range = left_open(0, det::kPi),
                                   .doc = "Within this of the wanted direction it turns more slowly.",
                                   .original_default = "no value given (Millington)"}),
    field<&TurnRule::response_time>(kResponseTime));

// The angular acceleration that turns the agent by `angle` [rad] and ends at rest there.
inline Vec3 turn_request(const TurnRule& rule, const AgentView& view, AgentIndex agent, double angle) {
  const double size = angle < 0.0 ? -angle : angle;
  double wanted = 0.0;
  if (size >= view.value(rule.target_radius, agent) && size > 0.0) {
    const double speed = view.max_rotation(agent) * smaller(1.0, size / view.value(rule.slow_radius, agent));
    wanted = angle < 0.0 ? -speed : speed;
  }
  return rotation_request(view, agent, wanted, view.value(rule.response_time, agent));
}

// Turns to a direction, unit or zero; without a direction it only stops turning.
inline Request turn_to(const TurnRule& rule, const AgentView& view, AgentIndex agent, Vec3 wanted) {
  return {{}, turn_request(rule, view, agent, view.frame(agent).bearing(wanted))};
}

// The problem with the rule, or nothing if it is valid.
inline std::vector<Problem> problems_of(const TurnRule& rule) {
  if (rule.slow_radius.is_drawn() || rule.target_radius.is_drawn()) return {};
  if (rule.slow_radius.constant() > rule.target_radius.constant()) return {};
  return {{"/slow_radius", "slow_radius must be above target_radius"}};
}

}  // namespace drover
