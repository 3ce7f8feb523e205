// weighted_sum: every behavior acts at once; the weighted requests are added in the order of the stack, then
// clipped. Seed 000 "Weighted Truncated Sum" (the truncation stands after the sum: erratum C16); catalogue:
// combining 1.
#include "sim/arbitration.h"

namespace drover {
namespace {

struct WeightedSumDef {};

void combine(const WeightedSumDef&, ArbiterContext& context) {
  RequestColumns& total = context.total();
  for (std::size_t k = 0; k < context.slot_count(); ++k) {
    context.evaluate(k, context.agents());
    for (const AgentIndex agent : context.agents()) {
      if (!context.request().is_active(agent)) continue;
      const Vec3 part = context.request().linear(agent) * context.slot(k).weight[agent];
      context.contribute(k, agent, part);
      total.set(agent, total.linear(agent) + part);
    }
  }
  for (const AgentIndex agent : context.agents()) {
    if (!total.is_active(agent)) continue;
    total.set(agent, clip(total.linear(agent), context.max_acceleration(agent)));
  }
}

}  // namespace

extern const ArbiterKind kWeightedSum;
constexpr ArbiterKind kWeightedSum = arbiter<WeightedSumDef, combine>({
    .name = "weighted_sum",
    .summary = "Adds all weighted requests and shortens the sum to the agent's greatest acceleration.",
    .source = "seed 000 (Weighted Truncated Sum), seed 001 section 3.4.2",
    .table = {.name = "weighted_sum"},
    .example = R"({"type": "weighted_sum"})",
    .related = "prioritized_sum, prioritized_dithering",
});

}  // namespace drover
