// milling: how much the agents circle around their centroid.
// Couzin et al. 2002, group angular momentum: the mean of the cross products of the unit vectors from the
// centroid with the headings.
#include <array>
#include <cmath>

#include "observe/metrics/centroid.h"
#include "observe/metrics/group_members.h"
#include "observe/metrics/metric.h"
#include "observe/metrics/running.h"

namespace drover {
namespace {

constexpr std::array<MetricOutput, 2> kMillingOutputs = {{
    {"mean", "", "Magnitude of the rotation about the centroid, averaged over time."},
    {"final", "",
     "Rotation in the last state: 1 all counter-clockwise, -1 all clockwise, 0 none. In space its magnitude, "
     "about "
     "whatever axis."},
}};

class Milling final : public Metric {
 public:
  Milling(const GroupDef& def, const Simulator& simulator) : members_(def, simulator.world()) {}

  void observe(Observation& observation) override {
    const World& world = observation.world();
    const std::span<const AgentIndex> agents = members_.present(world);
    final_.reset();
    if (agents.empty()) return;
    const Vec3 center = centroid_.of(world, agents);
    Vec3 sum;
    for (const AgentIndex i : agents) {
      const Vec3 outwards =
          direction(world.model().bounds.displacement(center, world.state.motion.position(i)));
      sum += cross(outwards, world.state.motion.heading(i));
    }
    // In the plane along z, with a sign.
    final_ = (world.model().is_spatial() ? length(sum) : sum.z) / static_cast<double>(agents.size());
    mean_.add(std::fabs(*final_));
  }

  void report(MetricReport& report) const override {
    report.number("mean", mean_.mean());
    report.number("final", final_);
  }

 private:
  GroupMembers members_;
  Centroid centroid_;
  RunningMean mean_;
  std::optional<double> final_;
};

constexpr TypedMetric<GroupDef> kTypedMilling = {
    .info = {.name = "milling",
             .summary = "Measures how much the agents circle around their centroid.",
             .source = "Couzin et al. 2002",
             .example = R"({"milling": {"group": "shoal"}})",
             .related = "polarization, extent",
             .in_space = true},
    .fields = kGroupFields,
    .outputs = kMillingOutputs,
    .make = construct<Milling>,
};

}  // namespace

extern constexpr MetricKind kMillingMetric = make_metric<kTypedMilling>();

}  // namespace drover
