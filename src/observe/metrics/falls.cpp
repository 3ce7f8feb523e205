// falls: how often agents left the ground, where it has heights.
#include <array>

#include "observe/metrics/group_members.h"
#include "observe/metrics/metric.h"

namespace drover {
namespace {

constexpr std::array<MetricOutput, 3> kFallsOutputs = {{
    {"count", "", "How often feet left the ground."},
    {"airborne", "", "Agents in the air in the last state."},
    {"fastest_landing", "m/s",
     "The greatest speed downward in the state before one with the feet on the ground again; 0 without any."},
}};

class Falls final : public Metric {
 public:
  Falls(const GroupDef& def, const Simulator& simulator) : members_(def, simulator.world()) {}

  // The state itself counts falls.
  void observe(Observation& observation) override {
    const World& world = observation.world();
    const ElevationColumns& elevation = world.state.elevation;
    if (!elevation.exist()) return;
    count_ = airborne_ = 0;
    speeds_.resize(elevation.z.size(), 0.0);
    for (const AgentIndex i : members_.agents()) {
      count_ += elevation.falls[i];
      if (!world.is_present(i)) continue;
      if (world.is_grounded(i)) fastest_ = larger(fastest_, speeds_[i]);
      if (!world.is_grounded(i)) ++airborne_;
      speeds_[i] = world.is_grounded(i) ? 0.0 : -elevation.vz[i];
    }
  }

  void report(MetricReport& report) const override {
    report.count("count", count_);
    report.count("airborne", airborne_);
    report.number("fastest_landing", fastest_);
  }

 private:
  GroupMembers members_;
  std::uint64_t count_ = 0;
  std::uint64_t airborne_ = 0;
  double fastest_ = 0.0;
  std::vector<double> speeds_;  // downward, of those in the air [m/s]
};

constexpr TypedMetric<GroupDef> kTypedFalls = {
    .info = {.name = "falls",
             .summary = "Counts how often agents fell, where the ground has heights.",
             .source = "drover's own",
             .example = R"({"falls": {}})",
             .related = "speed",
             .not_in_space = "there is no ground to fall on in space"},
    .fields = kGroupFields,
    .outputs = kFallsOutputs,
    .unasked = Unasked::never,
    .make = construct<Falls>,
};

}  // namespace

extern constexpr MetricKind kFallsMetric = make_metric<kTypedFalls>();

}  // namespace drover
