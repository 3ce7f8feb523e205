// time_in_mode: how long the agent has been in its mode.
#include "quantities/typed_quantity.h"

namespace drover {
namespace {

struct TimeInModeDef {};

double value(const TimeInModeDef&, const AgentView& view, AgentIndex agent) {
  return view.time_in_mode(agent);
}

constexpr TypedQuantity<TimeInModeDef> kTypedTimeInMode = {
    .info = {.name = "time_in_mode",
             .summary =
                 "The time since the agent came into its mode, or into the world where it has no modes [s].",
             .source = "drover's own",
             .example = R"({"type": "time_in_mode"})",
             .related = "time",
             .in_space = true},
    .unit = "s",
    .condition = {.name = "time_in_mode",
                  .summary = "Holds while an agent has been in its mode for a short, or a long, time.",
                  .source = "Millington and Funge, Artificial Intelligence for Games, ch. 5 (state machines)",
                  .example = R"({"type": "time_in_mode", "greater_than": 4})",
                  .related = "time, path_finished"},
    .in_steps = true,
    .value = value,
};

}  // namespace

extern constexpr QuantityKind kTimeInModeQuantity = make_quantity<kTypedTimeInMode>();

}  // namespace drover
