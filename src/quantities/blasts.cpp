// blasts: how many explosions reached the agent so far.
#include "quantities/typed_quantity.h"

namespace drover {
namespace {

struct BlastsDef {};

double blast_count(const BlastsDef&, const AgentView& view, AgentIndex agent) {
  const PushColumns& pushes = view.world().state.pushes;
  return pushes.exist() ? pushes.blasts[agent] : 0.0;
}

constexpr TypedQuantity<BlastsDef> kTypedBlasts = {
    .info = {.name = "blasts",
             .summary = "How many explosions reached the agent since the start.",
             .source = "drover's own",
             .example = R"({"type": "blasts"})",
             .related = "hits, counter",
             .in_space = true},
    .condition = {.name = "blasts",
                  .summary = "Holds while the agent was reached by less or by more explosions than a number.",
                  .source = "drover's own",
                  .example = R"({"type": "blasts", "greater_than": 0})",
                  .related = "hits, counter"},
    .is_whole = true,
    .value = blast_count,
};

}  // namespace

extern constexpr QuantityKind kBlastsQuantity = make_quantity<kTypedBlasts>();

}  // namespace drover
