// speed: how fast the agents are.
#include <array>

#include "observe/metrics/metric.h"
#include "observe/metrics/totals.h"

namespace drover {
namespace {

constexpr std::array<MetricOutput, 3> kSpeedOutputs = {{
    {"mean", "m/s", "Speed, averaged over agents and time."},
    {"final", "m/s", "Mean over the agents in the last state."},
    {"peak", "m/s", "Greatest speed of any agent in any state."},
}};

class Speed final : public Metric {
 public:
  Speed(const GroupDef& def, const Simulator& simulator) : totals_(def, simulator.world()) {}

  void observe(Observation& observation) override {
    totals_.observe(observation, [&](AgentIndex i) { return length(observation.state().velocity(i)); });
  }

  void report(MetricReport& report) const override {
    report.number("mean", totals_.mean());
    report.number("final", totals_.final());
    report.number("peak", totals_.greatest());
  }

 private:
  QuantityTotals totals_;
};

constexpr TypedMetric<GroupDef> kTypedSpeed = {
    .info = {.name = "speed",
             .summary = "Measures how fast the agents are.",
             .source = "common in crowd simulation",
             .example = R"({"speed": {"group": "flock"}})",
             .related = "distance, effort",
             .in_space = true},
    .fields = kGroupFields,
    .outputs = kSpeedOutputs,
    .unasked = Unasked::measured,
    .make = construct<Speed>,
};

}  // namespace

extern constexpr MetricKind kSpeedMetric = make_metric<kTypedSpeed>();

}  // namespace drover
