// turn_rate: how fast the heading turns.
#include "quantities/typed_quantity.h"
#include "sim/step/changes.h"

namespace drover {
namespace {

struct TurnRateDef {};

double value(const TurnRateDef&, const AgentView& view, AgentIndex agent) {
  return turn_rate(view.world(), agent);
}

constexpr TypedQuantity<TurnRateDef> kTypedTurnRate = {
    .info = {.name = "turn_rate",
             .summary = "The angle by which the heading turned in the last step, per time, to either side "
                        "[rad/s].",
             .source = "drover's own",
             .example = R"({"type": "turn_rate"})",
             .related = "speed, acceleration",
             .in_space = true},
    .unit = "rad/s",
    .condition = {.name = "turn_rate",
                  .summary = "Holds while the heading turns slowly, or fast.",
                  .source = "drover's own",
                  .example = R"({"type": "turn_rate", "greater_than": 1})",
                  .related = "speed, acceleration"},
    .compares_states = true,
    .value = value,
};

}  // namespace

extern constexpr QuantityKind kTurnRateQuantity = make_quantity<kTypedTurnRate>();

}  // namespace drover
