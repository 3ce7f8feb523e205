// distance: how far the agents travelled.
#include <array>

#include "observe/metrics/metric.h"
#include "observe/metrics/totals.h"

namespace drover {
namespace {

constexpr std::array<MetricOutput, 3> kDistanceOutputs = {{
    {"total", "m", "Length of the tracks of all agents together."},
    {"mean", "m", "Mean over the agents that were ever there."},
    {"maximum", "m", "The longest track of an agent."},
}};

// Straight from state to state, by the nearest image where the world wraps [m].
double way_of(const Observation& observation, AgentIndex i) {
  const Bounds& bounds = observation.world().model().bounds;
  return length(bounds.displacement(observation.before().position(i), observation.state().position(i)));
}

constexpr TypedMetric<GroupDef> kTypedDistance = {
    .info = {.name = "distance",
             .summary = "Measures how far the agents travelled.",
             .source = "common in crowd simulation",
             .example = R"({"distance": {}})",
             .related = "speed, effort",
             .in_space = true},
    .fields = kGroupFields,
    .outputs = kDistanceOutputs,
    .unasked = Unasked::measured,
    .looks_back = true,
    .make = construct<MemberTotals<way_of>>,
};

}  // namespace

extern constexpr MetricKind kDistanceMetric = make_metric<kTypedDistance>();

}  // namespace drover
