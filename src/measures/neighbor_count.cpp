// neighbor_count: how crowded it is around the agent. Catalogue: combining 6.
#include "sim/agent_view.h"

namespace drover {
namespace {

struct NeighborCountDef {
  NeighborhoodDef neighborhood;
  PerceptionHandle perceived;
};

constexpr auto kFields = embed<&NeighborCountDef::neighborhood>(kNeighborhoodFields);

void plan(NeighborCountDef& def, PerceptionPlan& plan) {
  def.perceived = plan.need(def.neighborhood, {});
}

double measured(const NeighborCountDef& def, const AgentView& view, AgentIndex agent) {
  return view.perceived(def.perceived).count(agent);
}

}  // namespace

extern const MeasureKind kNeighborCountMeasure;
constexpr MeasureKind kNeighborCountMeasure =
    with_plan<NeighborCountDef, plan>(measure<NeighborCountDef, measured>({
        .name = "neighbor_count",
        .summary = "How many neighbors the agent has.",
        .source = "catalogue: combining 6",
        .table = {.name = "neighbor_count", .fields = kFields, .check = check_neighborhood<NeighborCountDef>},
        .example = R"({"type": "neighbor_count", "radius": 4, "points": [[0, 0], [6, 2]]})",
        .related = "distance, time_to_collision",
    }));

}  // namespace drover
