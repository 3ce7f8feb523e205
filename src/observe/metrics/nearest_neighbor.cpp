// nearest_neighbor: how far the centers of neighbors are apart.
#include <array>

#include "observe/metrics/group_members.h"
#include "observe/metrics/metric.h"
#include "observe/metrics/running.h"
#include "sim/perception/neighbor_grid.h"

namespace drover {
namespace {

constexpr std::array<MetricOutput, 3> kOutputs = {{
    {"mean", "m", "Distance to the nearest other agent, averaged over agents and then over time."},
    {"least", "m", "Least distance of any two agents in any state."},
    {"final", "m", "Mean over the agents in the last state."},
}};

class NearestNeighbor final : public Metric {
 public:
  NearestNeighbor(const GroupDef& def, const Simulator& simulator) : members_(def, simulator.world()) {}

  void observe(Observation& observation) override {
    const World& world = observation.world();
    collect(world);
    final_.reset();
    if (x_.size() < 2) return;
    const double spacing = usual_spacing();
    grid_.build(x_, y_, world.model().bounds, {world.model().partition.enabled, spacing});
    double sum = 0.0;
    for (std::size_t k = 0; k < x_.size(); ++k) {
      const double distance = nearest_distance(world.model().bounds, k, spacing);
      sum += distance;
      least_.keep_least(distance);
    }
    final_ = sum / static_cast<double>(x_.size());
    mean_.add(*final_);
  }

  void report(MetricReport& report) const override {
    report.number("mean", mean_.mean());
    report.number("least", least_.value());
    report.number("final", final_);
  }

 private:
  void collect(const World& world) {
    x_.clear();
    y_.clear();
    for (const AgentIndex i : members_.present(world)) {
      x_.push_back(world.state.motion.x[i]);
      y_.push_back(world.state.motion.y[i]);
    }
  }

  // The side of the square each agent would have if they filled their bounding box evenly. It only sets the
  // size of cells and the first reach, never the result.
  double usual_spacing() const {
    double low_x = x_[0], high_x = x_[0], low_y = y_[0], high_y = y_[0];
    for (std::size_t k = 0; k < x_.size(); ++k) {
      low_x = smaller(low_x, x_[k]);
      high_x = larger(high_x, x_[k]);
      low_y = smaller(low_y, y_[k]);
      high_y = larger(high_y, y_[k]);
    }
    const double count = static_cast<double>(x_.size());
    const double area = (high_x - low_x) * (high_y - low_y);
    const double along = larger(high_x - low_x, high_y - low_y) / count;  // agents in a row have no area
    return larger(larger(std::sqrt(area / count), along), 1e-3);
  }

  // Looks within a reach that doubles until it holds an agent. An agent found within the reach is nearer than
  // all that were not visited, so the cost per agent is that of the cells around it, whatever the size of the
  // world.
  double nearest_distance(const Bounds& bounds, std::size_t self, double first_reach) const {
    const Vec3 p{x_[self], y_[self], 0.0};
    for (double reach = first_reach;; reach *= 2.0) {
      double best2 = kInfinity;
      grid_.visit_near(p, reach, [&](std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t k = begin; k < end; ++k) {
          if (grid_.sorted_agents()[k].agent == self) continue;
          const SortedAgent& other = grid_.sorted_agents()[k];
          best2 = smaller(best2, length2(bounds.displacement(p, {other.x, other.y, 0.0})));
        }
      });
      if (best2 <= reach * reach) return std::sqrt(best2);
    }
  }

  GroupMembers members_;
  NeighborGrid grid_;
  std::vector<double> x_, y_;  // of the members that are there
  RunningMean mean_;
  RunningExtreme least_;
  std::optional<double> final_;
};

constexpr TypedMetric<GroupDef> kMetric = {
    .info = {.name = "nearest_neighbor",
             .summary =
                 "Measures the distance between centers of nearest neighbors; of a group, among its members.",
             .source = "flocking studies (spacing)",
             .example = R"({"nearest_neighbor": {"group": "flock"}})",
             .related = "extent, near_misses"},
    .fields = kGroupFields,
    .outputs = kOutputs,
    .make = construct<NearestNeighbor>,
};

}  // namespace

extern constexpr MetricKind kNearestNeighborMetric = make_metric<kMetric>();

}  // namespace drover
