// prioritized_sum: the behaviors spend one budget of acceleration in the order of the stack.
// Seed 000 "Weighted Truncated Running Sum with Prioritization"; catalogue: combining 2.
#include "sim/arbitration.h"

namespace drover {
namespace {

struct PrioritizedSumDef {};

// A budget spent but for rounding is spent: otherwise the last bit would decide whether a later behavior is
// asked.
inline constexpr double kSpent = 1.0 - 1e-12;

// Adds the requests of slot k and keeps in `remaining` the agents that have acceleration left. What is left
// is the limit minus the LENGTH of the sum so far, as in the seed: opposing requests refill the budget
// (erratum C17).
void add_slot(ArbiterContext& context, std::size_t k, std::vector<AgentIndex>& remaining) {
  RequestColumns& total = context.total();
  std::size_t kept = 0;
  for (const AgentIndex agent : remaining) {
    const double most = context.max_acceleration(agent);
    if (context.request().is_active(agent)) {
      const double left = most - length(total.linear(agent));
      const Vec3 part =
          clip(context.request().linear(agent) * context.slot(k).weight[agent], larger(left, 0.0));
      context.contribute(k, agent, part);
      total.set(agent, total.linear(agent) + part);
    }
    if (length(total.linear(agent)) < most * kSpent) remaining[kept++] = agent;
  }
  remaining.resize(kept);
}

void combine(const PrioritizedSumDef&, ArbiterContext& context) {
  std::vector<AgentIndex>& remaining = context.remaining();
  for (std::size_t k = 0; k < context.slot_count() && !remaining.empty(); ++k) {
    context.evaluate(k, remaining);
    add_slot(context, k, remaining);
  }
}

}  // namespace

extern const ArbiterKind kPrioritizedSum;
constexpr ArbiterKind kPrioritizedSum = arbiter<PrioritizedSumDef, combine>({
    .name = "prioritized_sum",
    .summary = "Adds the weighted requests in order until the agent's greatest acceleration is spent.",
    .source = "seed 000 (Weighted Truncated Running Sum with Prioritization)",
    .table = {.name = "prioritized_sum"},
    .example = R"({"type": "prioritized_sum"})",
    .related = "weighted_sum, prioritized_dithering",
});

}  // namespace drover
