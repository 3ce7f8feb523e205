// distance: a target is near, or far.
#include "conditions/threshold.h"
#include "sim/definitions/typed_kinds.h"

namespace drover {
namespace {

struct DistanceDef {
  Target target;
  Threshold threshold;
};

constexpr auto kFields =
    join(fields(field<&DistanceDef::target>(
             {.key = "target", .doc = "What to measure the distance to [m].", .required = true})),
         embed<&DistanceDef::threshold>(kThresholdFields));

std::vector<Problem> check(const DistanceDef& def) {
  return check_threshold(def.threshold);
}

void start(const DistanceDef&, const AgentView& view, AgentIndex agent) {
  start_threshold(view, agent);
}

// A target that does not exist is infinitely far away.
bool holds(const DistanceDef& def, const AgentView& view, AgentIndex agent) {
  const TargetState target = view.target(def.target, agent);
  const double distance = target.found ? length(target.displacement) : kInfinity;
  return holds_with_hysteresis(def.threshold, distance, view, agent);
}

constexpr TypedCondition<DistanceDef> kCondition = {
    .info = {.name = "distance",
             .summary = "Holds while a target is near, or far.",
             .source = "Buckland, Programming Game AI by Example, ch. 3 (panic distance)",
             .example =
                 R"({"type": "distance", "target": {"agent": "dog"}, "less_than": 8, "hysteresis": 2})",
             .related = "line_of_sight, region, neighbor_count"},
    .fields = kFields,
    .check = check,
    .memory = 1,
    .start = start,
    .holds = holds,
};

}  // namespace

extern constexpr ConditionKind kDistanceCondition = make_condition<kCondition>();

}  // namespace drover
