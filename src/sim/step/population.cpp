#include "sim/step/population.h"

#include "core/det_math.h"
#include "sim/step/agent_view.h"
#include "sim/step/locomotion_context.h"

namespace drover {
namespace {

inline constexpr double kDefaultMaxAcceleration = 6.0;  // m/s^2

// Whether a condition is one of this agent's.
bool watches(const World& world, const Condition& condition, AgentIndex agent) {
  const Target& watched = condition.watched;
  if (watched.type == TargetType::agent_type) return world.agents.type[agent] == watched.index;
  if (watched.type == TargetType::group) return world.agents.group[agent] == watched.index;
  return watched.index == agent;
}

void start_conditions(World& world, AgentIndex agent) {
  for (const Condition& condition : world.conditions) {
    if (condition.kind->start == nullptr || !watches(world, condition, agent)) continue;
    condition.kind->start(condition.params.get(), AgentView(world, {}, condition), agent);
  }
}

}  // namespace

RequestLimits request_limits(const AgentLimits& own, RequestUnit unit) {
  if (unit == RequestUnit::velocity)
    return {own.max_speed, own.max_turn_rate < kInfinity ? own.max_turn_rate : det::kPi};
  const double most = smaller(own.max_force / own.mass, own.max_acceleration);
  return {most < kInfinity ? most : kDefaultMaxAcceleration, own.max_angular_acceleration};
}

void limit_requests(AgentTable& agents, AgentIndex i) {
  const RequestLimits limits =
      request_limits({.mass = agents.mass[i],
                      .max_speed = agents.max_speed[i],
                      .max_force = agents.max_force[i],
                      .max_acceleration = agents.own_max_acceleration[i],
                      .max_turn_rate = agents.max_turn_rate[i],
                      .max_angular_acceleration = agents.max_angular_acceleration[i]},
                     agents.request_unit[i]);
  agents.max_acceleration.set(i, limits.linear);
  agents.max_angular_acceleration.set(i, limits.angular);
}

void settle_body(World& world, AgentIndex agent) {
  const Stack& stack = world.stacks[world.agents.type[agent]];
  world.next.copy_agent(world.state, agent);
  if (stack.locomotion->start == nullptr) return;
  // A locomotion model that dictates where its agents start writes S(t+1), as in a step.
  LocomotionContext context(world, stack, {});
  stack.locomotion->start(stack.locomotion_params.get(), context, agent);
  world.state.copy_agent(world.next, agent);
}

void restart_behaviors(World& world, AgentIndex agent) {
  for (const Slot& slot : world.stacks[world.agents.type[agent]].slots) {
    const AgentView view(world, {}, slot);
    for (double& number : view.memory(agent))
      number = 0.0;
    if (slot.kind->start != nullptr) slot.kind->start(slot.params.get(), view, agent);
  }
}

void start_agent(World& world, AgentIndex agent) {
  world.mode_since.set(agent, world.tick);
  world.placed.set(agent, world.tick);
  settle_body(world, agent);
  restart_behaviors(world, agent);
  start_conditions(world, agent);
}

}  // namespace drover
