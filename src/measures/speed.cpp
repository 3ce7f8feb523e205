// speed: how fast the agent moves.
#include "sim/definitions/typed_kinds.h"
#include "sim/step/agent_view.h"

namespace drover {
namespace {

struct SpeedMeasureDef {};

double measured(const SpeedMeasureDef&, const AgentView& view, AgentIndex agent) {
  return length(view.velocity(agent));
}

constexpr TypedMeasure<SpeedMeasureDef> kMeasure = {
    .info = {.name = "speed",
             .summary = "The agent's speed [m/s].",
             .source = "drover's own",
             .example = R"({"type": "speed", "points": [[0, 1], [3, 0.2]]})",
             .related = "distance, time_to_collision"},
    .measure = measured,
};

}  // namespace

extern constexpr MeasureKind kSpeedMeasure = make_measure<kMeasure>();

}  // namespace drover
