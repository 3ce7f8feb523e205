#include "sim/formation/slot_error.h"

#include "sim/formation/formation_columns.h"
#include "sim/geometry/static_room.h"

namespace drover {

Vec3 member_position(const World& world, AgentIndex member) {
  if (!world.model().is_anchor(member)) return world.state.motion.position(member);
  return world.state.formations[formation_at(world, member)].mean_position;
}

std::optional<double> slot_error(const World& world, AgentIndex member) {
  if (world.state.slots.empty() || !world.state.slots[member].exists) return std::nullopt;
  const Bounds& bounds = world.model().bounds;
  const SlotTarget& slot = world.state.slots[member];
  return length(bounds.displacement(member_position(world, member), slot.position) - slot.lead);
}

bool is_slot_blocked(const World& world, AgentIndex member) {
  const std::vector<SlotTarget>& slots = world.state.slots;
  if (slots.empty() || !slots[member].exists) return false;
  return !is_clear_of_statics(world.geometry(), world.model().bounds, slots[member].position,
                              world.state.limits.radius[member]);
}

std::optional<double> anchor_lead(const World& world, std::uint32_t formation) {
  const FormationPose& pose = world.state.formations[formation];
  if (!pose.has_members) return std::nullopt;
  return length(world.model().bounds.displacement(pose.mean_position, pose.position));
}

}  // namespace drover
