// distance: how far the agents travelled.
#include <array>

#include "observe/metrics/member_totals.h"
#include "observe/metrics/metric.h"

namespace drover {
namespace {

constexpr std::array<MetricOutput, 3> kDistanceOutputs = {{
    {"total", "m", "Length of the tracks of all agents together."},
    {"mean", "m", "Mean over the agents that were ever there."},
    {"maximum", "m", "The longest track of an agent."},
}};

class Distance final : public Metric {
 public:
  Distance(const GroupDef& def, const Simulator& simulator) : travelled_(def, simulator.world()) {}

  // Straight from state to state, by the nearest image where the world wraps.
  void observe(Observation& observation) override {
    const Bounds& bounds = observation.world().model().bounds;
    travelled_.observe(observation, [&](AgentIndex i) {
      return length(bounds.displacement(observation.before().position(i), observation.state().position(i)));
    });
  }

  void report(MetricReport& report) const override { travelled_.report(report); }

 private:
  MemberTotals travelled_;  // m
};

constexpr TypedMetric<GroupDef> kTypedDistance = {
    .info = {.name = "distance",
             .summary = "Measures how far the agents travelled.",
             .source = "common in crowd simulation",
             .example = R"({"distance": {}})",
             .related = "speed, effort"},
    .fields = kGroupFields,
    .outputs = kDistanceOutputs,
    .unasked = Unasked::measured,
    .looks_back = true,
    .make = construct<Distance>,
};

}  // namespace

extern constexpr MetricKind kDistanceMetric = make_metric<kTypedDistance>();

}  // namespace drover
