#include "sim/world.h"

#include <algorithm>

#include "core/hash.h"

namespace drover {

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
  const AgentState& s = world.state;
  for (const auto* column : {&s.x, &s.y, &s.vx, &s.vy, &s.hx, &s.hy})
    hasher.add(*column);
  const AgentTable& a = world.agents;
  for (const auto* column : {&a.radius, &a.mass, &a.max_speed, &a.max_acceleration, &a.max_turn_rate})
    hasher.add(*column);
  for (const std::uint32_t number : a.number)
    hasher.add_value(static_cast<std::uint64_t>(number));
  for (const auto& column : world.drawn)
    hasher.add(*column);
  for (const Stack& stack : world.stacks) {
    for (const Slot& slot : stack.slots)
      hasher.add(slot.memory);
  }
  return hasher.digest();
}

}  // namespace drover
