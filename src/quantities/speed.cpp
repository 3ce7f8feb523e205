// speed: how fast the agent moves.
#include "quantities/typed_quantity.h"

namespace drover {
namespace {

struct SpeedDef {};

double value(const SpeedDef&, const AgentView& view, AgentIndex agent) {
  return length(view.world().state.motion.velocity(agent));
}

constexpr TypedQuantity<SpeedDef> kTypedSpeed = {
    .info = {.name = "speed",
             .summary = "The agent's speed [m/s].",
             .source = "drover's own",
             .example = R"({"type": "speed"})",
             .related = "distance, time_to_collision",
             .in_space = true},
    .unit = "m/s",
    .condition = {.name = "speed",
                  .summary = "Holds while the agent's speed is below or above a threshold.",
                  .source = "drover's own",
                  .example = R"({"type": "speed", "less_than": 0.5})",
                  .related = "stuck, distance"},
    .value = value,
};

}  // namespace

extern constexpr QuantityKind kSpeedQuantity = make_quantity<kTypedSpeed>();

}  // namespace drover
