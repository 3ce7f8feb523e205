// polarization: how much the agents agree on a heading.
// Vicsek et al. 1995: the length of the mean unit heading, 1 when all agree, near 0 when they point anywhere.
#include <array>

#include "observe/metrics/group_members.h"
#include "observe/metrics/metric.h"
#include "observe/metrics/running.h"

namespace drover {
namespace {

constexpr std::array<MetricOutput, 2> kPolarizationOutputs = {{
    {"mean", "", "Length of the mean heading, averaged over time."},
    {"final", "", "Length of the mean heading in the last state."},
}};

class Polarization final : public Metric {
 public:
  Polarization(const GroupDef& def, const Simulator& simulator) : members_(def, simulator.world()) {}

  void observe(Observation& observation) override {
    const std::span<const AgentIndex> agents = members_.present(observation.world());
    final_.reset();
    if (agents.empty()) return;
    Vec3 sum;
    for (const AgentIndex i : agents)
      sum += observation.state().heading(i);
    final_ = length(sum) / static_cast<double>(agents.size());
    mean_.add(*final_);
  }

  void report(MetricReport& report) const override {
    report.number("mean", mean_.mean());
    report.number("final", final_);
  }

 private:
  GroupMembers members_;
  RunningMean mean_;
  std::optional<double> final_;
};

constexpr TypedMetric<GroupDef> kTypedPolarization = {
    .info = {.name = "polarization",
             .summary =
                 "Measures how much headings agree: 1 when they are all alike, 0 when they cancel out.",
             .source = "Vicsek et al. 1995",
             .example = R"({"polarization": {"group": "flock"}})",
             .related = "milling, extent",
             .in_space = true},
    .fields = kGroupFields,
    .outputs = kPolarizationOutputs,
    .make = construct<Polarization>,
};

}  // namespace

extern constexpr MetricKind kPolarizationMetric = make_metric<kTypedPolarization>();

}  // namespace drover
