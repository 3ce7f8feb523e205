// holds_ball: whether the agent holds a ball, 1, or not, 0.
#include "quantities/typed_quantity.h"

namespace drover {
namespace {

struct HoldsBallDef {};

double ball_count(const HoldsBallDef&, const AgentView& view, AgentIndex agent) {
  const HandColumns& hands = view.world().state.hands;
  return hands.exist() && hands.ball[agent] != 0 ? 1.0 : 0.0;
}

constexpr TypedQuantity<HoldsBallDef> kTypedHoldsBall = {
    .info = {.name = "holds_ball",
             .summary = "1 while the agent holds a ball, else 0.",
             .source = "drover's own",
             .example = R"({"type": "holds_ball"})",
             .related = "hits, counter",
             .in_space = true},
    .condition =
        {.name = "holds_ball",
         .summary =
             "Holds while the agent holds a ball (greater_than 0), or while it does not (less_than 1).",
         .source = "drover's own",
         .example = R"({"type": "holds_ball", "greater_than": 0})",
         .related = "hits, counter"},
    .is_whole = true,
    .value = ball_count,
};

}  // namespace

extern constexpr QuantityKind kHoldsBallQuantity = make_quantity<kTypedHoldsBall>();

}  // namespace drover
