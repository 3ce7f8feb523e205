// time_in_mode: how long the agent has been in its mode.
#include "sim/definitions/typed_kinds.h"
#include "sim/step/agent_view.h"

namespace drover {
namespace {

struct TimeInModeMeasureDef {};

double measured(const TimeInModeMeasureDef&, const AgentView& view, AgentIndex agent) {
  return view.time_in_mode(agent);
}

constexpr TypedMeasure<TimeInModeMeasureDef> kMeasure = {
    .info = {.name = "time_in_mode",
             .summary =
                 "The time since the agent came into its mode, or into the world where it has no modes [s].",
             .source = "drover's own",
             .example = R"({"type": "time_in_mode", "points": [[0, 3], [4, 1]]})",
             .related = "time"},
    .measure = measured,
};

}  // namespace

extern constexpr MeasureKind kTimeInModeMeasure = make_measure<kMeasure>();

}  // namespace drover
