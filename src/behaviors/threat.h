// Getting away from a threat, shared by flee, evade and hide, so that evading a target that stands still is
// identical to fleeing from it to the last bit. Buckland "Flee" and "Evade"; Reynolds 1999. See
// seek_and_arrive.md.
#pragma once

#include "behaviors/prediction.h"
#include "sim/step/agent_view.h"
#include "sim/step/steering_laws.h"

namespace drover {

// The unit vector from the threat to the agent. Where they coincide: the agent's heading, and for two agents
// the x axis, so that they part in opposite directions.
inline Vec3 direction_from(const TargetState& threat, const AgentView& view, AgentIndex agent) {
  const Vec3 away = -direction(threat.displacement);
  if (!(away == Vec3{})) return away;
  if (threat.agent == kNoIndex) return view.heading(agent);
  const auto& number = view.world().model().agents.number;
  return number[agent] > number[threat.agent] ? Vec3{1.0, 0.0, 0.0} : Vec3{-1.0, 0.0, 0.0};
}

// Full speed straight away. This is not seek with its sign turned: the present velocity keeps its sign.
inline Request flee_request(const TargetState& threat, const AgentView& view, AgentIndex agent,
                            double response_time) {
  const Vec3 wanted = direction_from(threat, view, agent) * view.full_speed(agent);
  return velocity_request(view, agent, wanted, response_time);
}

// The threat after a displacement [m], or where it is now if that would take it to the agent.
inline TargetState displaced_threat(const TargetState& threat, Vec3 displacement) {
  TargetState predicted = threat;
  predicted.displacement += displacement;
  return direction(predicted.displacement) == Vec3{} ? threat : predicted;
}

// Flees from where the threat will be after `time` [s], which is at most closing_time: later the threat would
// have passed the agent, and fleeing would lead back to it.
inline Request evade_request(const TargetState& threat, double time, const AgentView& view, AgentIndex agent,
                             double response_time) {
  return flee_request(displaced_threat(threat, threat.velocity * time), view, agent, response_time);
}

}  // namespace drover
