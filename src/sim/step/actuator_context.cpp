#include "sim/step/actuator_context.h"

#include "sim/step/agent_goals.h"
#include "sim/step/goals.h"

namespace drover {

std::optional<Vec3> ActuatorContext::goal_point(AgentIndex agent, Vec3 wanted_velocity) const {
  constexpr double kStraight = 0.9999;  // the cosine of less than a degree
  const Vec3 ahead = direction(wanted_velocity);
  const Vec3 here = world_.state.motion.position(agent);
  for (const std::uint32_t entry : type_.root(world_.mode_of(agent)).entries) {
    for (const Aim& aim : aims_of(world_, perceptions_, agent, entry).all()) {
      if (aim.form == AimForm::point && dot(direction(aim.place - here), ahead) >= kStraight)
        return aim.place;
    }
  }
  return std::nullopt;
}

double ActuatorContext::distance_to_rest(AgentIndex agent) const {
  return drover::distance_to_rest(world_, perceptions_, agent);
}

double ActuatorContext::goal_reach(AgentIndex agent) const {
  if (goal_state(world_, agent) != GoalState::under_way) return kInfinity;
  const std::optional<GoalAim> aim = goal_aim(world_, agent);
  return aim ? aim->radius : kInfinity;
}

DrivenState ActuatorContext::driven_state(AgentIndex agent) const {
  const Vec3 heading = world_.state.motion.heading(agent);
  const Vec3 velocity = world_.own_velocity(agent);
  const Frame frame = upright(heading);
  DrivenState state{.pose = {world_.state.motion.position(agent), heading},
                    .forward = dot(velocity, frame.forward),
                    .left = frame.left_part(velocity),
                    .turn_rate = world_.state.motion.rotation[agent]};
  const MemoryHandle& memory = type_.locomotion_memory;
  if (memory.width > 0)
    state.steer =
        world_.state.columns.values(memory)[world_.model().agents.index_in_type[agent] * memory.width];
  return state;
}

}  // namespace drover
