// hits: how many projectiles hit the agent so far.
#include "quantities/typed_quantity.h"

namespace drover {
namespace {

struct HitsDef {};

double hit_count(const HitsDef&, const AgentView& view, AgentIndex agent) {
  const World& world = view.world();
  return world.model().projectiles.exists() ? world.state.shots.hits[agent] : 0.0;
}

constexpr TypedQuantity<HitsDef> kTypedHits = {
    .info = {.name = "hits",
             .summary = "How many projectiles hit the agent since the start.",
             .source = "drover's own",
             .example = R"({"type": "hits"})",
             .related = "shots, fire",
             .in_space = true},
    .condition = {.name = "hits",
                  .summary = "Holds while the agent was hit less or more often than a number.",
                  .source = "drover's own",
                  .example = R"({"type": "hits", "greater_than": 2})",
                  .related = "shots"},
    .is_whole = true,
    .value = hit_count,
};

}  // namespace

extern constexpr QuantityKind kHitsQuantity = make_quantity<kTypedHits>();

}  // namespace drover
