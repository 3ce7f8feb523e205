// time: how long the run has lasted.
#include "quantities/typed_quantity.h"

namespace drover {
namespace {

struct TimeDef {};

double value(const TimeDef&, const AgentView& view, AgentIndex) {
  return view.time();
}

constexpr TypedQuantity<TimeDef> kTypedTime = {
    .info = {.name = "time",
             .summary = "The time since the start of the run [s].",
             .source = "drover's own",
             .example = R"({"type": "time"})",
             .related = "time_in_mode",
             .in_space = true},
    .unit = "s",
    .value = value,
};

}  // namespace

extern constexpr QuantityKind kTimeQuantity = make_quantity<kTypedTime>();

}  // namespace drover
