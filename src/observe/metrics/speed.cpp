// speed: how fast the agents are.
#include <array>
#include <cmath>

#include "observe/metrics/group_members.h"
#include "observe/metrics/metric.h"
#include "observe/metrics/running.h"

namespace drover {
namespace {

constexpr std::array<MetricOutput, 3> kOutputs = {{
    {"mean", "m/s", "Speed, averaged over agents and time."},
    {"final", "m/s", "Mean over the agents in the last state."},
    {"peak", "m/s", "Greatest speed of any agent in any state."},
}};

class Speed final : public Metric {
 public:
  Speed(const GroupDef& def, const Simulator& simulator) : members_(def, simulator.world()) {}

  void observe(Observation& observation) override {
    const std::span<const AgentIndex> agents = members_.present(observation.world());
    final_.reset();
    if (agents.empty()) return;
    double sum = 0.0;
    double greatest2 = 0.0;  // square of the greatest speed [m^2/s^2]
    for (const AgentIndex i : agents) {
      const double speed2 = length2(observation.state().velocity(i));
      sum += std::sqrt(speed2);
      greatest2 = larger(greatest2, speed2);
    }
    peak_.keep_greatest(std::sqrt(greatest2));
    final_ = sum / static_cast<double>(agents.size());
    mean_.add(*final_);
  }

  void report(MetricReport& report) const override {
    report.number("mean", mean_.mean());
    report.number("final", final_);
    report.number("peak", peak_.value());
  }

 private:
  GroupMembers members_;
  RunningMean mean_;
  std::optional<double> final_;
  RunningExtreme peak_;
};

constexpr TypedMetric<GroupDef> kMetric = {
    .info = {.name = "speed",
             .summary = "Measures how fast the agents are.",
             .source = "common in crowd simulation",
             .example = R"({"speed": {"group": "flock"}})",
             .related = "distance, effort"},
    .fields = kGroupFields,
    .outputs = kOutputs,
    .make = construct<Speed>,
};

}  // namespace

extern constexpr MetricKind kSpeedMetric = make_metric<kMetric>();

}  // namespace drover
