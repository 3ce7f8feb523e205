// speed: how fast the agent moves. Catalogue: combining 6.
#include "sim/step/agent_view.h"

namespace drover {
namespace {

struct SpeedMeasureDef {};

double measured(const SpeedMeasureDef&, const AgentView& view, AgentIndex agent) {
  return length(view.velocity(agent));
}

}  // namespace

extern const MeasureKind kSpeedMeasure;
constexpr MeasureKind kSpeedMeasure = measure<SpeedMeasureDef, measured>({
    .name = "speed",
    .summary = "The agent's speed [m/s].",
    .source = "catalogue: combining 6",
    .table = {.name = "speed"},
    .example = R"({"type": "speed", "points": [[0, 1], [3, 0.2]]})",
    .related = "distance, time_to_collision",
});

}  // namespace drover
