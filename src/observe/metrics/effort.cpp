// effort: how much the agents accelerated and braked, whatever it gained them.
#include <array>

#include "observe/metrics/metric.h"
#include "observe/metrics/totals.h"

namespace drover {
namespace {

constexpr std::array<MetricOutput, 3> kEffortOutputs = {{
    {"total", "m/s", "Integral of the acceleration's magnitude over time, summed over the agents."},
    {"mean", "m/s", "Mean over the agents that were ever there."},
    {"maximum", "m/s", "The greatest effort of an agent."},
}};

// |a| dt of a step is the length of the change of velocity [m/s]: of what the bodies did, so it does not
// matter in which unit they were asked.
double effort_of(const Observation& observation, AgentIndex i) {
  return length(observation.state().velocity(i) - observation.before().velocity(i));
}

constexpr TypedMetric<GroupDef> kTypedEffort = {
    .info = {.name = "effort",
             .summary = "Measures how much the agents accelerated and braked.",
             .source = "SteerBench (acceleration and turning effort)",
             .example = R"({"effort": {}})",
             .related = "distance, speed",
             .in_space = true},
    .fields = kGroupFields,
    .outputs = kEffortOutputs,
    .looks_back = true,
    .make = construct<MemberTotals<effort_of>>,
};

}  // namespace

extern constexpr MetricKind kEffortMetric = make_metric<kTypedEffort>();

}  // namespace drover
