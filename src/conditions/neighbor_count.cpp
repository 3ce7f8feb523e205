// neighbor_count: the agent perceives few others, or many.
#include "conditions/threshold.h"
#include "sim/definitions/typed_kinds.h"
#include "sim/perception/neighborhood.h"

namespace drover {
namespace {

struct NeighborCountDef {
  NeighborhoodDef neighborhood;
  Threshold threshold;
  PerceptionHandle handle;
};

constexpr auto kFields = join(embed<&NeighborCountDef::neighborhood>(kNeighborhoodFields),
                              embed<&NeighborCountDef::threshold>(kThresholdFields));

std::vector<Problem> check(const NeighborCountDef& def) {
  std::vector<Problem> problems = check_neighborhood(def);
  return problems.empty() ? check_threshold(def.threshold) : problems;
}

void plan(NeighborCountDef& def, PerceptionPlan& plan) {
  def.handle = plan.need(def.neighborhood, {});
}

void start(const NeighborCountDef&, const AgentView& view, AgentIndex agent) {
  start_threshold(view, agent);
}

bool holds(const NeighborCountDef& def, const AgentView& view, AgentIndex agent) {
  const std::uint32_t count = view.perceived(def.handle).count(agent);
  return holds_with_hysteresis(def.threshold, static_cast<double>(count), view, agent);
}

constexpr TypedCondition<NeighborCountDef> kCondition = {
    .info = {.name = "neighbor_count",
             .summary = "Holds while the agent perceives few others, or many.",
             .source = "drover's own",
             .example = R"({"type": "neighbor_count", "radius": 4, "less_than": 1})",
             .related = "emergent_leader, distance"},
    .fields = kFields,
    .check = check,
    .memory = 1,
    .plan = plan,
    .start = start,
    .holds = holds,
};

}  // namespace

extern constexpr ConditionKind kNeighborCountCondition = make_condition<kCondition>();

}  // namespace drover
