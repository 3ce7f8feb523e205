// extent: how far a group is spread out.
#include <array>

#include "observe/metrics/centroid.h"
#include "observe/metrics/group_members.h"
#include "observe/metrics/metric.h"
#include "observe/metrics/running.h"

namespace drover {
namespace {

constexpr std::array<MetricOutput, 4> kExtentOutputs = {{
    {"mean", "m", "Distance from the centroid to the farthest agent, averaged over time."},
    {"maximum", "m", "The greatest such distance in any state."},
    {"final", "m", "The distance in the last state."},
    {"spread", "m", "Distance from the centroid, averaged over agents and time."},
}};

class ExtentMetric final : public Metric {
 public:
  ExtentMetric(const GroupDef& def, const Simulator& simulator) : members_(def, simulator.world()) {}

  void observe(Observation& observation) override {
    const World& world = observation.world();
    const std::span<const AgentIndex> agents = members_.present(world);
    final_.reset();
    if (agents.empty()) return;
    const Vec3 center = centroid_.of(world, agents);
    double farthest = 0.0;
    RunningMean distances;
    for (const AgentIndex i : agents) {
      const double distance =
          length(world.model().bounds.displacement(center, world.state.motion.position(i)));
      distances.add(distance);
      farthest = larger(farthest, distance);
    }
    final_ = farthest;
    mean_.add(farthest);
    maximum_.keep_greatest(farthest);
    spread_.add(*distances.mean());
  }

  void report(MetricReport& report) const override {
    report.number("mean", mean_.mean());
    report.number("maximum", maximum_.value());
    report.number("final", final_);
    report.number("spread", spread_.mean());
  }

 private:
  GroupMembers members_;
  Centroid centroid_;
  RunningMean mean_, spread_;
  RunningExtreme maximum_;
  std::optional<double> final_;
};

constexpr TypedMetric<GroupDef> kTypedExtent = {
    .info = {.name = "extent",
             .summary = "Measures how far a group is spread out around its centroid.",
             .source = "flocking studies",
             .example = R"({"extent": {"group": "flock"}})",
             .related = "nearest_neighbor, polarization",
             .in_space = true},
    .fields = kGroupFields,
    .outputs = kExtentOutputs,
    .make = construct<ExtentMetric>,
};

}  // namespace

extern constexpr MetricKind kExtentMetric = make_metric<kTypedExtent>();

}  // namespace drover
