// time_in_mode: how long the agent has been in its mode. Catalogue: combining 6.
#include "sim/step/agent_view.h"

namespace drover {
namespace {

struct TimeInModeMeasureDef {};

double measured(const TimeInModeMeasureDef&, const AgentView& view, AgentIndex agent) {
  return view.time_in_mode(agent);
}

}  // namespace

extern const MeasureKind kTimeInModeMeasure;
constexpr MeasureKind kTimeInModeMeasure = measure<TimeInModeMeasureDef, measured>({
    .name = "time_in_mode",
    .summary = "The time since the agent came into its mode, or into the world where it has no modes [s].",
    .source = "catalogue: combining 6",
    .table = {.name = "time_in_mode"},
    .example = R"({"type": "time_in_mode", "points": [[0, 3], [4, 1]]})",
    .related = "time",
});

}  // namespace drover
