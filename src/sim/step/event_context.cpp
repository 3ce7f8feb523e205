#include "sim/step/event_context.h"

#include "core/check.h"
#include "core/quaternion.h"
#include "sim/state/agent_lists.h"
#include "sim/step/factors.h"
#include "sim/step/goal_changes.h"
#include "sim/step/population.h"
#include "sim/step/push_out.h"

namespace drover {
namespace {

// Where a world has an inside, agents are put there.
Vec3 inside(const Bounds& bounds, Vec3 p) {
  if (!bounds.is_bounded() || bounds.edge() == Edge::open) return p;
  if (bounds.wraps()) return bounds.wrapped(p);
  return bounds.clamped(p);
}

}  // namespace

void EventContext::appear(AgentIndex agent) {
  world_.state.status.present.set(agent, 1);
  start_agent(world_, agent, crowds());
  world_.state.next.copy_agent(world_.state.motion, agent);
  population_changed_ = true;
}

void EventContext::appear_where_free(std::span<const AgentIndex> agents) {
  bodies().build(world_);
  for (const AgentIndex agent : agents) {
    // Where keyframes say where the agent is, there is nothing to choose.
    const Vec3 own = world_.state.motion.position(agent);
    appear_on(agent, type_of(agent).is_dictated() ? own : bodies().free_place(world_, agent));
  }
}

void EventContext::appear_in_place(std::span<const AgentIndex> agents) {
  bodies().build(world_);
  for (const AgentIndex agent : agents)
    appear_on(agent, world_.state.motion.position(agent));
}

void EventContext::appear_on(AgentIndex agent, Vec3 position) {
  if (bodies().is_taken(world_, agent, position)) ++overlapping_births_;
  world_.state.motion.set_position(agent, position);
  appear(agent);
  bodies().add(world_, agent);
}

void EventContext::vanish(AgentIndex agent) {
  world_.state.status.present.set(agent, 0);
  world_.state.status.request_length[agent] = 0.0;
  drop_goal(world_, agent);
  // Both states, which take turns, keep the position where the agent was last.
  world_.state.next.copy_agent(world_.state.motion, agent);
  population_changed_ = true;
}

void EventContext::put(AgentIndex agent, const Pose& pose) {
  AgentMotion& state = world_.state.motion;
  state.set_position(agent, inside(world_.model().bounds, pose.position));
  if (pose.velocity) world_.set_own_velocity(agent, *pose.velocity);
  if (pose.heading) {
    state.set_heading(agent, *pose.heading);
  } else if (pose.velocity && length(*pose.velocity) >= kLengthEpsilon) {
    state.set_heading(agent, direction(*pose.velocity));
  }
  // In space it arrives with its wings level.
  if (world_.model().is_spatial())
    state.set_frame(agent, frame_of(level_orientation(state.heading(agent), {})));
  initialize_body(world_, agent);
  world_.state.next.copy_agent(world_.state.motion, agent);
  restart_behaviors(world_, agent);
  world_.state.record.teleport_tick.set(agent, world_.state.tick);
}

void EventContext::explode_at(Vec3 center, const ExplosionDef& explosion) {
  std::vector<AgentIndex>& bodies = tables_.all_bodies;
  if (bodies.empty()) bodies = indices_in({0, world_.model().body_count()});
  explode(world_, {world_.state.motion, world_.state.elevation}, center, explosion, bodies, tables_.effects);
}

void EventContext::enter_mode(AgentIndex agent, std::uint32_t mode) {
  const std::uint32_t before = world_.state.status.mode[agent];
  if (before == mode) return;
  change_goal_with_mode(world_, agent, before, mode, crowds());
  world_.state.status.mode.set(agent, mode);
  world_.state.status.mode_since.set(agent, world_.state.tick);
  modes_changed_ = true;
}

void EventContext::show_shape(bool is_present) {
  DoorColumns& doors = world_.state.doors;
  const bool is_obstacle = shape_->type == TargetType::obstacle;
  std::uint8_t& present = (is_obstacle ? doors.obstacles : doors.walls)[shape_->index];
  const bool appears = is_present && present == 0;
  present = is_present ? 1 : 0;
  if (!appears) return;
  std::vector<std::uint8_t>& caught = world_.state.caught.caught;
  for (AgentIndex i = 0; i < world_.model().body_count(); ++i) {
    if (!world_.is_present(i) || world_.model().agents.immovable[i] != 0) continue;
    if (is_in_shape(world_, *shape_, i)) caught[i] = 1;
  }
}

void EventContext::limit(AgentIndex agent) {
  update_limits(world_, agent);
  if (!type_of(agent).locomotion->steered) return;
  world_.set_own_velocity(agent, clip(world_.own_velocity(agent), world_.state.limits.max_speed[agent]));
}

void EventContext::update_lists() {
  if (population_changed_) {
    list_agents(world_);
  } else if (modes_changed_) {
    for (std::uint32_t type = 0; type < world_.model().types.size(); ++type)
      list_modes(world_, type);
  }
  population_changed_ = modes_changed_ = false;
}

}  // namespace drover
