// Shared by the kinematic behaviors: each asks for a velocity that the body takes on at once.
// Millington 3.2; see seek_and_arrive.md.
#pragma once

#include "sim/step/agent_view.h"
#include "sim/step/steering_laws.h"

namespace drover {

// Asks for a velocity. A body with inertia is asked to have it after one step, within its limits.
inline Request kinematic_request(const AgentView& view, AgentIndex agent, Vec3 velocity) {
  return velocity_request(view, agent, velocity, view.dt());
}

// The keys of the behaviors that go straight at full speed.
struct StraightRule {
  Target target;
  Parameter max_speed;

  // Full speed along a displacement; at its end (no displacement) standing still.
  Request request(const AgentView& view, AgentIndex agent, Vec3 displacement) const {
    const double speed =
        smaller(view.value_or(max_speed, agent, view.full_speed(agent)), view.max_speed(agent));
    return kinematic_request(view, agent, direction(displacement) * speed);
  }
};

inline constexpr auto kStraightFields =
    fields(field<&StraightRule::target>(
               {.key = "target", .doc = "What to go to, or to get away from.", .required = true}),
           field<&StraightRule::max_speed>({.key = "max_speed",
                                            .unit = "m/s",
                                            .range = left_open(0, 1e4),
                                            .doc = "The speed to go at, within the agent's max_speed.",
                                            .otherwise = "the agent's preferred_speed"}));

}  // namespace drover
