// How an agent turns to a direction and stops turning: the keys of every behavior that aims its heading.
// Millington 3.3.5 "Align". The printed form asks for nothing within target_radius, so the agent keeps
// turning, and divides zero by zero when aligned; here it brakes. See turning.md.
#pragma once

#include "core/det_math.h"
#include "core/quaternion.h"
#include "sim/step/agent_view.h"
#include "sim/step/steering_laws.h"

namespace drover {

// In space a direction leaves the roll open. zero_roll: the wings are level. minimum_rotation: the shortest
// turn from base_orientation. from_current: the shortest turn from the present orientation, so that the body
// never rolls.
DROVER_ENUM(UpMode, zero_roll, minimum_rotation, from_current)

struct TurnRule {
  Parameter target_radius = 0.01;
  Parameter slow_radius = 0.25 * det::kPi;
  Parameter response_time = 0.1;
  UpMode up_mode = UpMode::zero_roll;
  std::array<double, 4> base_orientation = {1.0, 0.0, 0.0, 0.0};
  bool level_at_rest = false;
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
    field<&TurnRule::response_time>(kResponseTime),
    field<&TurnRule::up_mode>(
        {.key = "up_mode",
         .doc = "Which way is up when the nose has the wanted direction. zero_roll: the wings are level. "
                "minimum_rotation: as after the shortest turn from base_orientation, which tilts the body "
                "where it climbs to the side. from_current: as after the shortest turn from the present "
                "orientation, without any roll.",
         .original_default = "minimum_rotation (Millington)",
         .in_plane = false}),
    field<&TurnRule::base_orientation>(
        {.key = "base_orientation",
         .range = closed(-1, 1),
         .doc = "From which minimum_rotation turns: a unit quaternion [w, x, y, z]. Of walkers on walls and "
                "roofs its up is the normal of what they stand on.",
         .in_plane = false,
         .read_when = when("up_mode", "minimum_rotation")}),
    field<&TurnRule::level_at_rest>(
        {.key = "level_at_rest",
         .doc =
             "Whether a body that has no direction to turn to, because it stands or is where its target "
             "is, comes back to level by the shortest turn: its nose on the horizon below or above where it "
             "points, and its wings level. Else it only stops turning.",
         .original_default = "true (Millington)",
         .in_plane = false}));

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

// In space: the angular acceleration that turns the agent to an orientation and ends at rest there. Only the
// part of the present turn that leads there is kept.
Vec3 turn_to_orientation(const TurnRule& rule, const AgentView& view, AgentIndex agent,
                         const Quaternion& wanted);
// To a direction, unit or zero: without a direction it only stops turning, or comes back to level.
Vec3 turn_in_space(const TurnRule& rule, const AgentView& view, AgentIndex agent, Vec3 wanted);

// Turns to a direction, unit or zero; without a direction it only stops turning.
inline Request turn_to(const TurnRule& rule, const AgentView& view, AgentIndex agent, Vec3 wanted) {
  if (view.is_spatial()) return {{}, turn_in_space(rule, view, agent, wanted)};
  return {{}, turn_request(rule, view, agent, view.frame(agent).bearing(wanted))};
}

// The problem with the rule, or nothing if it is valid.
inline std::vector<Problem> problems_of(const TurnRule& rule) {
  const auto& [w, x, y, z] = rule.base_orientation;
  if (std::fabs(std::sqrt(w * w + x * x + y * y + z * z) - 1.0) > kLargestQuaternionError)
    return {{"/base_orientation", "an orientation is a quaternion of length 1"}};
  if (rule.slow_radius.is_drawn() || rule.target_radius.is_drawn()) return {};
  if (rule.slow_radius.constant() > rule.target_radius.constant()) return {};
  return {{"/slow_radius", "slow_radius must be above target_radius"}};
}

}  // namespace drover
