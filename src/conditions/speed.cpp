// speed: the agent is slow, or fast. Catalogue: combining 6.
#include "conditions/threshold.h"

namespace drover {
namespace {

struct SpeedDef {
  Threshold threshold;
};

constexpr auto kFields = embed<&SpeedDef::threshold>(kThresholdFields);

std::vector<Table::Problem> check(const void* params) {
  return check_threshold(static_cast<const SpeedDef*>(params)->threshold);
}

void start(const SpeedDef&, const AgentView& view, AgentIndex agent) {
  start_threshold(view, agent);
}

bool holds(const SpeedDef& def, const AgentView& view, AgentIndex agent) {
  return holds_with_hysteresis(def.threshold, length(view.velocity(agent)), view, agent);
}

}  // namespace

extern const ConditionKind kSpeedCondition;
constexpr ConditionKind kSpeedCondition = with_memory<SpeedDef, start>(
    1, condition<SpeedDef, holds>({
           .name = "speed",
           .summary = "Holds while the agent's speed [m/s] is below or above a threshold.",
           .source = "catalogue: combining 6",
           .table = {.name = "speed", .fields = kFields, .check = check},
           .example = R"({"type": "speed", "less_than": 0.5})",
           .related = "stuck, distance",
       }));

}  // namespace drover
