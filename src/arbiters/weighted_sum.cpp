// weighted_sum: every behavior acts at once; the weighted requests are added in the order of the stack, then
// clipped. Buckland "Weighted Truncated Sum"; Millington 3.4.2, whose listing raises the sum to its limits
// instead of clipping it and uses the limit of the turn rate for the angular part. See README.md.
#include "arbiters/clip_rule.h"
#include "sim/definitions/typed_kinds.h"
#include "sim/step/arbitration.h"

namespace drover {
namespace {

struct WeightedSumDef {
  ClipRule rule;
};

constexpr auto kWeightedSumFields = embed<&WeightedSumDef::rule>(kClipFields);

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
    if (!total.is_active(agent)) continue;
    const Request sum = total.request(agent);
    const Request clipped = context.clipped(sum, agent);
    total.set(agent, clipped);
    // What a behavior added is its part of what is left.
    if (notes && clipped.linear != sum.linear)
      context.scale_contributions(agent, length(clipped.linear) / length(sum.linear));
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
    .fields = kWeightedSumFields,
    .clips_after_weights = clips_after_weights<WeightedSumDef>,
    .combine = combine,
};

}  // namespace

extern constexpr ArbiterKind kWeightedSum = make_arbiter<kTypedWeightedSum>();

}  // namespace drover
