// shots: how many projectiles the agent fired or threw so far.
#include "quantities/typed_quantity.h"

namespace drover {
namespace {

struct ShotsDef {};

double shot_count(const ShotsDef&, const AgentView& view, AgentIndex agent) {
  const World& world = view.world();
  return world.model().projectiles.exists() ? world.state.shots.shots[agent] : 0.0;
}

constexpr TypedQuantity<ShotsDef> kTypedShots = {
    .info = {.name = "shots",
             .summary = "How many projectiles the agent fired or threw since the start.",
             .source = "drover's own",
             .example = R"({"type": "shots"})",
             .related = "hits, fire",
             .in_space = true},
    .condition = {.name = "shots",
                  .summary = "Holds while the agent fired or threw less or more often than a number.",
                  .source = "drover's own",
                  .example = R"({"type": "shots", "less_than": 6})",
                  .related = "hits"},
    .is_whole = true,
    .value = shot_count,
};

}  // namespace

extern constexpr QuantityKind kShotsQuantity = make_quantity<kTypedShots>();

}  // namespace drover
