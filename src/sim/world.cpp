#include "sim/world.h"

#include <algorithm>

#include "core/hash.h"

namespace drover {
namespace {

void add_flags(StateHasher& hasher, std::span<const std::uint8_t> flags) {
  for (const std::uint8_t flag : flags)
    hasher.add_value(static_cast<std::uint64_t>(flag));
}

void add_state(StateHasher& hasher, const AgentState& s) {
  for (const auto* column : {&s.x, &s.y, &s.vx, &s.vy, &s.hx, &s.hy, &s.rotation})
    hasher.add(*column);
}

void add_table(StateHasher& hasher, const AgentTable& a) {
  for (const auto* column :
       {&a.radius, &a.mass, &a.max_speed, &a.max_acceleration, &a.max_turn_rate, &a.max_angular_acceleration})
    hasher.add(*column);
  for (const std::uint32_t number : a.number)
    hasher.add_value(static_cast<std::uint64_t>(number));
  add_flags(hasher, a.present);
}

}  // namespace

double Ramp::at(double value) const {
  if (value <= points.front()[0]) return points.front()[1];
  for (std::size_t k = 1; k < points.size(); ++k) {
    const auto& [low, low_factor] = points[k - 1];
    const auto& [high, high_factor] = points[k];
    if (value > high) continue;
    return low_factor + (high_factor - low_factor) * ((value - low) / (high - low));
  }
  return points.back()[1];
}

std::size_t World::present_count() const {
  std::size_t count = 0;
  for (const Stack& stack : stacks)
    count += stack.agents.size();
  return count;
}

std::span<const AgentIndex> World::members(const Target& target) const {
  if (target.type == TargetType::group) return groups[target.index].agents;
  if (target.type == TargetType::agent_type) return stacks[target.index].agents;
  return std::span(&target.index, 1);
}

std::optional<AgentIndex> World::find_agent(std::string_view name) const {
  const auto at =
      std::lower_bound(names.begin(), names.end(), name,
                       [](const AgentName& entry, std::string_view wanted) { return entry.name < wanted; });
  if (at == names.end() || at->name != name) return std::nullopt;
  return at->agent;
}

std::uint64_t state_hash(const World& world) {
  StateHasher hasher;
  hasher.add_value(world.seed);
  hasher.add_value(world.dt);
  hasher.add_value(world.tick);
  hasher.add_value(static_cast<std::uint64_t>(world.agents.size()));
  add_state(hasher, world.state);
  add_table(hasher, world.agents);
  for (const std::uint32_t mode : world.mode)
    hasher.add_value(static_cast<std::uint64_t>(mode));
  hasher.add(world.mode_since);
  hasher.add(world.demand);
  for (const auto& column : world.drawn)
    hasher.add(*column);
  for (const Stack& stack : world.stacks) {
    for (const Slot& slot : stack.slots)
      hasher.add(slot.memory.values());
    for (const SlotGroup& group : stack.groups)
      hasher.add(group.memory.values());
  }
  for (const Condition& condition : world.conditions)
    hasher.add(condition.memory.values());
  // Without events nothing ever changes the limits that others follow from.
  if (!world.events.empty()) {
    hasher.add(world.agents.max_force);
    hasher.add(world.agents.own_max_acceleration);
  }
  for (const Event& event : world.events) {
    hasher.add_value(event.happened);
    add_flags(hasher, event.done);
  }
  return hasher.digest();
}

}  // namespace drover
