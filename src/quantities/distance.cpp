// distance: how far away a target is.
#include "quantities/typed_quantity.h"

namespace drover {
namespace {

struct DistanceDef {
  Target target;
};

constexpr auto kDistanceFields = fields(field<&DistanceDef::target>(
    {.key = "target", .doc = "What to measure the distance to.", .required = true}));

double value(const DistanceDef& def, const AgentView& view, AgentIndex agent) {
  const TargetState target = view.target(def.target, agent);
  // An agent is not at a distance from itself, and a direction has no end.
  const bool is_somewhere = target.found && !target.is_direction && target.agent != agent;
  return is_somewhere ? length(target.displacement) : kInfinity;
}

constexpr TypedQuantity<DistanceDef> kTypedDistance = {
    .info = {.name = "distance",
             .summary = "The distance of a target [m]; infinite when it is not there.",
             .source = "drover's own",
             .example = R"({"type": "distance", "target": {"agent": "dog"}})",
             .related = "speed, time_to_collision",
             .in_space = true},
    .unit = "m",
    .condition = {.name = "distance",
                  .summary = "Holds while a target is near, or far.",
                  .source = "Buckland, Programming Game AI by Example, ch. 3 (panic distance)",
                  .example =
                      R"({"type": "distance", "target": {"agent": "dog"}, "less_than": 8, "hysteresis": 2})",
                  .related = "line_of_sight, region, neighbor_count"},
    .fields = kDistanceFields,
    .value = value,
};

}  // namespace

extern constexpr QuantityKind kDistanceQuantity = make_quantity<kTypedDistance>();

}  // namespace drover
