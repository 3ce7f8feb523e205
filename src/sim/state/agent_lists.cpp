#include "sim/state/agent_lists.h"

namespace drover {

void list_modes(Stack& stack, const World& world) {
  if (stack.modes.size() == 1) return;
  for (Mode& mode : stack.modes) {
    mode.agents.clear();
    mode.agents.reserve(stack.agent_count);
  }
  for (const AgentIndex i : stack.agents)
    stack.modes[world.mode[i]].agents.push_back(i);
}

void list_agents(World& world) {
  for (Stack& stack : world.stacks)
    stack.agents.clear();
  for (AgentList& group : world.groups)
    group.agents.clear();
  for (AgentIndex i = 0; i < world.agents.size(); ++i) {
    if (!world.is_present(i)) continue;
    world.stacks[world.agents.type[i]].agents.push_back(i);
    if (world.agents.group[i] != kNoIndex) world.groups[world.agents.group[i]].agents.push_back(i);
  }
  for (Stack& stack : world.stacks)
    list_modes(stack, world);
}

}  // namespace drover
