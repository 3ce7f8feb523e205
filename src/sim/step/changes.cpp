#include "sim/step/changes.h"

#include "core/det_math.h"

namespace drover {
namespace {

// Between two steps S(t + dt), which the next step writes, still is S(t - dt).
const AgentMotion& state_before(const World& world) {
  return world.state.next;
}

bool came_by_itself(const World& world, AgentIndex i) {
  return world.is_active(i) && world.state.record.teleport_tick[i] != world.state.tick;
}

double new_acceleration(const World& world, AgentIndex i) {
  if (!came_by_itself(world, i)) return 0.0;
  return length(world.state.motion.velocity(i) - state_before(world).velocity(i)) / world.model().dt;
}

double new_turn_rate(const World& world, AgentIndex i) {
  if (!came_by_itself(world, i)) return 0.0;
  const Vec3 before = state_before(world).heading(i);
  const Vec3 now = world.state.motion.heading(i);
  return det::atan2(length(cross(before, now)), dot(before, now)) / world.model().dt;
}

}  // namespace

double acceleration(const World& world, AgentIndex agent) {
  const ChangeColumns& kept = world.state.changes;
  return kept.exist() ? kept.acceleration[agent] : new_acceleration(world, agent);
}

Vec3 velocity_change(const World& world, AgentIndex agent) {
  if (!came_by_itself(world, agent)) return {};
  return (world.state.motion.velocity(agent) - state_before(world).velocity(agent)) / world.model().dt;
}

double turn_rate(const World& world, AgentIndex agent) {
  const ChangeColumns& kept = world.state.changes;
  return kept.exist() ? kept.turn_rate[agent] : new_turn_rate(world, agent);
}

void record_changes(World& world, AgentRange range) {
  ChangeColumns& changes = world.state.changes;
  for (AgentIndex i = range.first; i < range.last; ++i) {
    changes.acceleration[i] = new_acceleration(world, i);
    changes.turn_rate[i] = new_turn_rate(world, i);
  }
}

}  // namespace drover
