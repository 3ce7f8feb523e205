// time: how long the run has lasted.
#include "sim/definitions/typed_kinds.h"
#include "sim/step/agent_view.h"

namespace drover {
namespace {

struct TimeMeasureDef {};

double measured(const TimeMeasureDef&, const AgentView& view, AgentIndex) {
  return view.time();
}

constexpr TypedMeasure<TimeMeasureDef> kMeasure = {
    .info = {.name = "time",
             .summary = "The time since the start of the run [s].",
             .source = "drover's own",
             .example = R"({"type": "time", "points": [[5, 0], [10, 1]]})",
             .related = "time_in_mode"},
    .measure = measured,
};

}  // namespace

extern constexpr MeasureKind kTimeMeasure = make_measure<kMeasure>();

}  // namespace drover
