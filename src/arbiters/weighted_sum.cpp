// weighted_sum: every behavior acts at once; the weighted requests are added in the order of the stack, then
// clipped. Buckland "Weighted Truncated Sum"; Millington 3.4.2, whose listing raises the sum to its limits
// instead of clipping it and uses the limit of the turn rate for the angular part. See README.md.
#include "sim/definitions/typed_kinds.h"
#include "sim/step/arbitration.h"

namespace drover {
namespace {

struct WeightedSumDef {};

void combine(const WeightedSumDef&, ArbiterContext& context) {
  RequestColumns& total = context.total();
  const bool notes = context.notes_contributions();
  for (std::size_t k = 0; k < context.slot_count(); ++k) {
    context.evaluate(k, context.agents());
    context.visit_weighted(k, context.agents(), [&](AgentIndex agent, const Request& part) {
      if (notes) context.contribute(k, agent, part.linear);
      total.add(agent, part);
    });
  }
  for (const AgentIndex agent : context.agents()) {
    if (total.is_active(agent)) total.set(agent, context.clipped(total.request(agent), agent));
  }
}

constexpr TypedArbiter<WeightedSumDef> kTypedWeightedSum = {
    .info = {.name = "weighted_sum",
             .summary =
                 "Adds all weighted requests and shortens the sum to the agent's greatest acceleration.",
             .source = "Buckland, Programming Game AI by Example, ch. 3 (Weighted Truncated Sum); Millington "
                       "and Funge, Artificial Intelligence for Games, 3.4.2",
             .example = R"({"type": "weighted_sum"})",
             .related = "prioritized_sum, prioritized_dithering, priority_groups, group"},
    .combine = combine,
};

}  // namespace

extern constexpr ArbiterKind kWeightedSum = make_arbiter<kTypedWeightedSum>();

}  // namespace drover
