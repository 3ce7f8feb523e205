// distance: how far away a target is.
#include "sim/definitions/typed_kinds.h"
#include "sim/step/agent_view.h"

namespace drover {
namespace {

struct DistanceMeasureDef {
  Target target;
};

constexpr auto kFields = fields(field<&DistanceMeasureDef::target>(
    {.key = "target", .doc = "What to measure the distance to.", .required = true}));

double measured(const DistanceMeasureDef& def, const AgentView& view, AgentIndex agent) {
  const TargetState target = view.target(def.target, agent);
  return target.found ? length(target.displacement) : kInfinity;
}

constexpr TypedMeasure<DistanceMeasureDef> kMeasure = {
    .info = {.name = "distance",
             .summary = "The distance of a target [m]; infinite when it is not there.",
             .source = "drover's own",
             .example = R"({"type": "distance", "target": {"agent": "dog"}, "points": [[2, 1], [8, 0]]})",
             .related = "speed, time_to_collision"},
    .fields = kFields,
    .measure = measured,
};

}  // namespace

extern constexpr MeasureKind kDistanceMeasure = make_measure<kMeasure>();

}  // namespace drover
