// effort: how much the agents accelerated and braked, whatever it gained them.
#include <array>

#include "observe/metric.h"
#include "observe/metrics/group_members.h"
#include "observe/metrics/running.h"

namespace drover {
namespace {

constexpr std::array<MetricOutput, 3> kOutputs = {{
    {"total", "m/s", "Integral of the acceleration's magnitude over time, summed over the agents."},
    {"mean", "m/s", "Mean over the agents."},
    {"maximum", "m/s", "The greatest effort of an agent."},
}};

class Effort final : public Metric {
 public:
  Effort(const GroupDef& def, const Simulator& simulator)
      : members_(def, simulator.world()), effort_(members_.size(), 0.0) {}

  // |a| dt of a step is the length of the change of velocity.
  void observe(Observation& observation) override {
    if (observation.is_first()) return;
    for (std::size_t k = 0; k < members_.size(); ++k) {
      const AgentIndex i = members_.agents()[k];
      effort_[k] += length(observation.state().velocity(i) - observation.before().velocity(i));
    }
  }

  void report(MetricReport& report) const override {
    RunningMean mean;
    RunningExtreme greatest;
    for (const double effort : effort_) {
      mean.add(effort);
      greatest.keep_greatest(effort);
    }
    report.number("total", mean.sum());
    report.number("mean", mean.mean());
    report.number("maximum", greatest.value());
  }

 private:
  GroupMembers members_;
  std::vector<double> effort_;  // per member [m/s]
};

}  // namespace

extern const MetricKind kEffortMetric;
constexpr MetricKind kEffortMetric = metric<GroupDef, Effort>(
    {
        .name = "effort",
        .summary = "Measures how much the agents accelerated and braked.",
        .source = "SteerBench (acceleration and turning effort)",
        .table = {.name = "effort", .fields = kGroupFields},
        .example = R"({"effort": {}})",
        .related = "distance, speed",
    },
    kOutputs);

}  // namespace drover
