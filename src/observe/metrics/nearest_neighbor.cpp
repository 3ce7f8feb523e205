// nearest_neighbor: how far the centers of neighbors are apart.
#include <array>

#include "observe/metrics/group_members.h"
#include "observe/metrics/metric.h"
#include "observe/metrics/nearest_distances.h"
#include "observe/metrics/running.h"

namespace drover {
namespace {

constexpr std::array<MetricOutput, 3> kNearestNeighborOutputs = {{
    {"mean", "m", "Distance to the nearest other agent, averaged over agents and then over time."},
    {"least", "m", "Least distance of any two agents in any state."},
    {"final", "m", "Mean over the agents in the last state."},
}};

class NearestNeighbor final : public Metric {
 public:
  NearestNeighbor(const GroupDef& def, const Simulator& simulator) : members_(def, simulator.world()) {}

  void observe(Observation& observation) override {
    const World& world = observation.world();
    RunningMean of_state;
    for (const double distance :
         nearest_.find(world, members_.present(world), observation.simulator().workers())) {
      of_state.add(distance);
      least_.keep_least(distance);
    }
    final_ = of_state.mean();
    if (final_) mean_.add(*final_);
  }

  void report(MetricReport& report) const override {
    report.number("mean", mean_.mean());
    report.number("least", least_.value());
    report.number("final", final_);
  }

 private:
  GroupMembers members_;
  NearestDistances nearest_;
  RunningMean mean_;
  RunningExtreme least_;
  std::optional<double> final_;
};

constexpr TypedMetric<GroupDef> kTypedNearestNeighbor = {
    .info = {.name = "nearest_neighbor",
             .summary =
                 "Measures the distance between centers of nearest neighbors; of a group, among its members.",
             .source = "flocking studies (spacing)",
             .example = R"({"nearest_neighbor": {"group": "flock"}})",
             .related = "extent, near_misses",
             .in_space = true},
    .fields = kGroupFields,
    .outputs = kNearestNeighborOutputs,
    .make = construct<NearestNeighbor>,
};

}  // namespace

extern constexpr MetricKind kNearestNeighborMetric = make_metric<kTypedNearestNeighbor>();

}  // namespace drover
