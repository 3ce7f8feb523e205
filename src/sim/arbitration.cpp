#include "sim/arbitration.h"

namespace drover {

void ArbiterContext::evaluate(std::size_t k, std::span<const AgentIndex> agents) {
  Slot& slot = parts_.stack.slots[k];
  const BehaviorView view(parts_.world, parts_.perceptions, slot);
  slot.kind->compute(slot.params.get(), view, agents, parts_.request);
}

void ArbiterContext::contribute(std::size_t k, AgentIndex agent, Vec3 acceleration) {
  if (!parts_.contributions.enabled) return;
  parts_.contributions.by_stack[parts_.stack_index][k][parts_.world.agents.rank[agent]] = acceleration;
}

std::vector<AgentIndex>& ArbiterContext::remaining() {
  parts_.remaining.assign(parts_.stack.agents.begin(), parts_.stack.agents.end());
  return parts_.remaining;
}

double ArbiterContext::uniform(AgentIndex agent, const Slot& slot) const {
  Draws draws({parts_.world.seed, parts_.world.agents.number[agent], parts_.world.tick, Purpose::arbiter,
               slot.stream});
  return draws.uniform();
}

}  // namespace drover
