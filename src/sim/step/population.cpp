#include "sim/step/population.h"

#include "core/det_math.h"
#include "sim/step/agent_view.h"
#include "sim/step/goal_changes.h"
#include "sim/step/held_requests.h"
#include "sim/step/locomotion_context.h"

namespace drover {
namespace {

// Whether a condition is one of this agent's.
bool watches(const World& world, const Condition& condition, AgentIndex agent) {
  const Target& watched = condition.watched;
  if (watched.type == TargetType::agent_type) return world.model().agents.type[agent] == watched.index;
  if (watched.type == TargetType::group) return world.model().agents.group[agent] == watched.index;
  return watched.index == agent;
}

}  // namespace

void limit_requests(AgentLimits& limits, AgentIndex agent, double max_force, double max_acceleration,
                    RequestUnit unit) {
  if (unit == RequestUnit::velocity) {
    const double turn_rate = limits.max_turn_rate[agent];
    limits.max_request.set(agent, limits.max_speed[agent]);
    limits.max_angular_request.set(agent, turn_rate < kInfinity ? turn_rate : det::kPi);
    return;
  }
  const double max_linear = smaller(max_force / limits.mass[agent], max_acceleration);
  limits.max_request.set(agent, max_linear < kInfinity ? max_linear : kDefaultMaxAcceleration);
}

void initialize_body(World& world, AgentIndex agent) {
  const AgentType& type = world.model().type_of(agent);
  if (type.locomotion->start == nullptr) return;
  world.state.next.copy_agent(world.state.motion, agent);
  // A locomotion model that dictates where its agents start writes S(t+1), as in a step.
  LocomotionContext context(world, type, {});
  type.locomotion->start(type.locomotion_params.get(), context, agent);
  world.state.motion.copy_agent(world.state.next, agent);
}

void restart_behaviors(World& world, AgentIndex agent) {
  must_decide(world, agent);
  for (const StackEntry& entry : world.model().type_of(agent).entries) {
    if (entry.memory.width == 0 && entry.kind->start == nullptr) continue;
    const AgentView view(world, {}, entry);
    for (double& number : view.memory_to_write(agent))
      number = 0.0;
    if (entry.kind->start != nullptr) entry.kind->start(entry.params.get(), view, agent);
  }
}

void start_agent(World& world, AgentIndex agent, RegionCrowds& crowds) {
  world.state.status.mode_since.set(agent, world.state.tick);
  world.state.record.teleport_tick.set(agent, world.state.tick);
  initialize_body(world, agent);
  start_goal(world, agent, crowds);
  restart_behaviors(world, agent);
  for (const Condition& condition : world.model().conditions) {
    if (condition.kind->start == nullptr || !watches(world, condition, agent)) continue;
    condition.kind->start(condition.params.get(), AgentView(world, {}, condition), agent);
  }
}

}  // namespace drover
