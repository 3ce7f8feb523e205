// time: how long the run has lasted. Catalogue: combining 6.
#include "sim/step/agent_view.h"

namespace drover {
namespace {

struct TimeMeasureDef {};

double measured(const TimeMeasureDef&, const AgentView& view, AgentIndex) {
  return view.time();
}

}  // namespace

extern const MeasureKind kTimeMeasure;
constexpr MeasureKind kTimeMeasure = measure<TimeMeasureDef, measured>({
    .name = "time",
    .summary = "The time since the start of the run [s].",
    .source = "catalogue: combining 6",
    .table = {.name = "time"},
    .example = R"({"type": "time", "points": [[5, 0], [10, 1]]})",
    .related = "time_in_mode",
});

}  // namespace drover
