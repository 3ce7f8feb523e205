// slot_error: how far the agent is from its slot in a formation.
#include "sim/formation/slot_error.h"

#include "quantities/typed_quantity.h"

namespace drover {
namespace {

struct SlotErrorDef {};

double value(const SlotErrorDef&, const AgentView& view, AgentIndex agent) {
  return slot_error(view.world(), agent).value_or(kInfinity);
}

constexpr TypedQuantity<SlotErrorDef> kTypedSlotError = {
    .info = {.name = "slot_error",
             .summary = "The distance of the slot in a formation, without the lead of its anchor [m]; "
                        "infinite without a slot.",
             .source = "drover's own",
             .example = R"({"type": "slot_error"})",
             .related = "distance, goal_distance",
             .in_space = true},
    .unit = "m",
    .condition = {.name = "slot_error",
                  .summary = "Holds while the agent is near its slot in a formation, or far from it.",
                  .source = "drover's own",
                  .example = R"({"type": "slot_error", "greater_than": 3})",
                  .related = "distance, arrived"},
    .needs_slots = true,
    .value = value,
};

}  // namespace

extern constexpr QuantityKind kSlotErrorQuantity = make_quantity<kTypedSlotError>();

}  // namespace drover
