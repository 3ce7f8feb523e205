// neighbor_count: how many agents are around the agent.
#include "quantities/typed_quantity.h"

namespace drover {
namespace {

struct NeighborCountDef {
  NeighborhoodDef neighborhood;
  PerceptionHandle perceived;
};

constexpr auto kNeighborCountFields = embed<&NeighborCountDef::neighborhood>(kNeighborhoodFields);

void plan(NeighborCountDef& def, PerceptionPlan& plan) {
  def.perceived = plan.need(def.neighborhood, {});
}

double value(const NeighborCountDef& def, const AgentView& view, AgentIndex agent) {
  return view.perceived(def.perceived).count(agent);
}

constexpr TypedQuantity<NeighborCountDef> kTypedNeighborCount = {
    .info = {.name = "neighbor_count",
             .summary = "How many neighbors the agent has.",
             .source = "drover's own",
             .example = R"({"type": "neighbor_count", "radius": 4})",
             .related = "distance, time_to_collision",
             .in_space = true},
    .condition = {.name = "neighbor_count",
                  .summary = "Holds while the agent perceives few others, or many.",
                  .source = "drover's own",
                  .example = R"({"type": "neighbor_count", "radius": 4, "less_than": 1})",
                  .related = "emergent_leader, distance"},
    .is_whole = true,
    .fields = kNeighborCountFields,
    .check = check_neighborhood,
    .plan = plan,
    .value = value,
};

}  // namespace

extern constexpr QuantityKind kNeighborCountQuantity = make_quantity<kTypedNeighborCount>();

}  // namespace drover
