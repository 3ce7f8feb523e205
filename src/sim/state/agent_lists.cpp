#include "sim/state/agent_lists.h"

namespace drover {

void list_modes(World& world, std::uint32_t type) {
  AgentLists::OfType& lists = world.state.lists.types[type];
  const AgentType& agent_type = world.model().types[type];
  if (agent_type.modes.size() == 1) return;
  lists.by_mode.resize(agent_type.modes.size());
  for (std::vector<AgentIndex>& list : lists.by_mode) {
    list.clear();
    list.reserve(agent_type.agent_count);
  }
  for (const AgentIndex i : lists.all)
    lists.by_mode[world.state.status.mode[i]].push_back(i);
}

void list_agents(World& world) {
  const AgentIdentity& agents = world.model().agents;
  AgentLists& lists = world.state.lists;
  for (AgentLists::OfType& type : lists.types)
    type.all.clear();
  for (std::vector<AgentIndex>& group : lists.groups)
    group.clear();
  for (AgentIndex i = 0; i < agents.size(); ++i) {
    if (!world.is_active(i)) continue;
    lists.types[agents.type[i]].all.push_back(i);
    if (agents.group[i] != kNoIndex) lists.groups[agents.group[i]].push_back(i);
  }
  for (std::uint32_t type = 0; type < lists.types.size(); ++type)
    list_modes(world, type);
}

}  // namespace drover
