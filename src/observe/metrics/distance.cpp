// distance: how far the agents travelled.
#include <array>

#include "observe/metric.h"
#include "observe/metrics/group_members.h"
#include "observe/metrics/running.h"

namespace drover {
namespace {

constexpr std::array<MetricOutput, 3> kOutputs = {{
    {"total", "m", "Length of the tracks of all agents together."},
    {"mean", "m", "Mean over the agents."},
    {"maximum", "m", "The longest track of an agent."},
}};

class Distance final : public Metric {
 public:
  Distance(const GroupDef& def, const Simulator& simulator)
      : members_(def, simulator.world()), travelled_(members_.size(), 0.0) {}

  // Straight from state to state, by the nearest image where the world wraps.
  void observe(Observation& observation) override {
    if (observation.is_first()) return;
    const Bounds& bounds = observation.world().bounds;
    for (std::size_t k = 0; k < members_.size(); ++k) {
      const AgentIndex i = members_.agents()[k];
      const Vec3 step =
          bounds.displacement(observation.before().position(i), observation.state().position(i));
      travelled_[k] += length(step);
    }
  }

  void report(MetricReport& report) const override {
    RunningMean mean;
    RunningExtreme longest;
    for (const double distance : travelled_) {
      mean.add(distance);
      longest.keep_greatest(distance);
    }
    report.number("total", mean.sum());
    report.number("mean", mean.mean());
    report.number("maximum", longest.value());
  }

 private:
  GroupMembers members_;
  std::vector<double> travelled_;  // per member [m]
};

}  // namespace

extern const MetricKind kDistanceMetric;
constexpr MetricKind kDistanceMetric = metric<GroupDef, Distance>(
    {
        .name = "distance",
        .summary = "Measures how far the agents travelled.",
        .source = "common in crowd simulation",
        .table = {.name = "distance", .fields = kGroupFields},
        .example = R"({"distance": {}})",
        .related = "speed, effort",
    },
    kOutputs);

}  // namespace drover
