#include "sim/step/push_out.h"

namespace drover {

bool push_out(const World& world, AgentMotion& state, AgentIndex agent, RoomFinder& finder, Solids solids) {
  const Model& model = world.model();
  const Vec3 p = state.position(agent);
  const double radius = world.state.limits.radius[agent];
  const std::optional<Vec3> room =
      finder.find(world.geometry_for(agent), p, {.radius = radius, .solids = solids});
  if (!room) return false;
  const Vec3 out = direction(model.bounds.displacement(p, *room));
  state.set_position(agent, *room);
  state.set_velocity(agent, without_part_against(state.velocity(agent), out));
  return true;
}

bool is_in_shape(const World& world, const Target& shape, AgentIndex agent) {
  const StaticGeometry geometry = world.geometry();
  const Vec3 p = world.state.motion.position(agent);
  const double least = world.state.limits.radius[agent] - kRoomTolerance;
  if (shape.type == TargetType::obstacle) return geometry.distance_to_obstacle(shape.index, p) < least;
  bool is_in = length(p - geometry.nearest_point_of_wall(shape.index, p)) < least;
  geometry.visit_solids_around(p, [&](std::uint32_t wall) { is_in = is_in || wall == shape.index; });
  return is_in;
}

void push_out_caught(World& world, RoomFinder& finder) {
  std::vector<std::uint8_t>& caught = world.state.caught.caught;
  for (AgentIndex i = 0; i < caught.size(); ++i) {
    if (caught[i] == 0 || !world.is_present(i)) continue;
    const Vec3 before = world.state.motion.position(i);
    if (!push_out(world, world.state.motion, i, finder)) continue;
    caught[i] = 0;
    // Others may have made room for it.
    if (world.state.motion.position(i) == before) continue;
    ++world.state.caught.pushed_out[i];
    world.state.record.teleport_tick.set(i, world.state.tick);
  }
}

}  // namespace drover
