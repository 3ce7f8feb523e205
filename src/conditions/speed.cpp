// speed: the agent is slow, or fast.
#include "conditions/threshold.h"
#include "sim/definitions/typed_kinds.h"

namespace drover {
namespace {

struct SpeedDef {
  Threshold threshold;
};

constexpr auto kFields = embed<&SpeedDef::threshold>(kThresholdFields);

std::vector<Problem> check(const SpeedDef& def) {
  return check_threshold(def.threshold);
}

void start(const SpeedDef&, const AgentView& view, AgentIndex agent) {
  start_threshold(view, agent);
}

bool holds(const SpeedDef& def, const AgentView& view, AgentIndex agent) {
  return holds_with_hysteresis(def.threshold, length(view.velocity(agent)), view, agent);
}

constexpr TypedCondition<SpeedDef> kCondition = {
    .info = {.name = "speed",
             .summary = "Holds while the agent's speed [m/s] is below or above a threshold.",
             .source = "drover's own",
             .example = R"({"type": "speed", "less_than": 0.5})",
             .related = "stuck, distance"},
    .fields = kFields,
    .check = check,
    .memory = 1,
    .start = start,
    .holds = holds,
};

}  // namespace

extern constexpr ConditionKind kSpeedCondition = make_condition<kCondition>();

}  // namespace drover
