#include "sim/state/world.h"

namespace drover {

std::size_t World::present_count() const {
  std::size_t count = 0;
  for (const AgentLists::OfType& type : state.lists.types)
    count += type.all.size();
  return count;
}

std::span<const AgentIndex> World::members(const Target& target) const {
  if (target.type == TargetType::group) return state.lists.groups[target.index];
  if (target.type == TargetType::agent_type) return state.agents_of(target.index);
  return std::span(&target.index, 1);
}

}  // namespace drover
