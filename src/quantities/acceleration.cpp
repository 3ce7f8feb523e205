// acceleration: how fast the velocity changes.
#include "quantities/typed_quantity.h"
#include "sim/step/changes.h"

namespace drover {
namespace {

struct AccelerationDef {};

double value(const AccelerationDef&, const AgentView& view, AgentIndex agent) {
  return acceleration(view.world(), agent);
}

constexpr TypedQuantity<AccelerationDef> kTypedAcceleration = {
    .info = {.name = "acceleration",
             .summary = "By how much the velocity changed in the last step, per time, whichever way [m/s^2]; "
                        "contacts and closed edges change it, too.",
             .source = "drover's own",
             .example = R"({"type": "acceleration"})",
             .related = "speed, turn_rate",
             .in_space = true},
    .unit = "m/s^2",
    .condition = {.name = "acceleration",
                  .summary = "Holds while the velocity changes slowly, or fast.",
                  .source = "drover's own",
                  .example = R"({"type": "acceleration", "greater_than": 3})",
                  .related = "speed, turn_rate"},
    .compares_states = true,
    .value = value,
};

}  // namespace

extern constexpr QuantityKind kAccelerationQuantity = make_quantity<kTypedAcceleration>();

}  // namespace drover
