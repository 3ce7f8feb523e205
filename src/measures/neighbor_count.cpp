// neighbor_count: how many agents are around the agent.
#include "sim/definitions/typed_kinds.h"
#include "sim/step/agent_view.h"

namespace drover {
namespace {

struct NeighborCountMeasureDef {
  NeighborhoodDef neighborhood;
  PerceptionHandle perceived;
};

constexpr auto kFields = embed<&NeighborCountMeasureDef::neighborhood>(kNeighborhoodFields);

void plan(NeighborCountMeasureDef& def, PerceptionPlan& plan) {
  def.perceived = plan.need(def.neighborhood, {});
}

double measured(const NeighborCountMeasureDef& def, const AgentView& view, AgentIndex agent) {
  return view.perceived(def.perceived).count(agent);
}

constexpr TypedMeasure<NeighborCountMeasureDef> kMeasure = {
    .info = {.name = "neighbor_count",
             .summary = "How many neighbors the agent has.",
             .source = "drover's own",
             .example = R"({"type": "neighbor_count", "radius": 4, "points": [[0, 0], [6, 2]]})",
             .related = "distance, time_to_collision"},
    .fields = kFields,
    .check = check_neighborhood,
    .plan = plan,
    .measure = measured,
};

}  // namespace

extern constexpr MeasureKind kNeighborCountMeasure = make_measure<kMeasure>();

}  // namespace drover
