// clearance: how near bodies come to obstacles and walls in the whole run. The quantity of that name is that
// of one agent in one state.
#include <array>

#include "observe/metrics/group_members.h"
#include "observe/metrics/metric.h"
#include "observe/metrics/running.h"

namespace drover {
namespace {

constexpr std::array<MetricOutput, 2> kClearanceOutputs = {{
    {"min_center", "m",
     "Least distance of a center to an obstacle or wall in any state, negative inside an obstacle or a solid "
     "wall; absent without any."},
    {"min_rim", "m",
     "Least distance of a body's rim to an obstacle or wall in any state, negative where they overlap; "
     "absent "
     "without any."},
}};

class ClearanceMetric final : public Metric {
 public:
  ClearanceMetric(const GroupDef& def, const Simulator& simulator) : members_(def, simulator.world()) {}

  void observe(Observation& observation) override {
    const World& world = observation.world();
    for (const AgentIndex i : members_.present(world)) {
      const double distance = world.geometry_for(i).distance(observation.state().position(i));
      if (distance == kInfinity && world.model().statics->ground.solids().empty())
        return;  // nor for any other
      if (distance == kInfinity) continue;
      center_.keep_least(distance);
      rim_.keep_least(distance - world.state.limits.radius[i]);
    }
  }

  void report(MetricReport& report) const override {
    report.number("min_center", center_.value());
    report.number("min_rim", rim_.value());
  }

 private:
  GroupMembers members_;
  RunningExtreme center_, rim_;
};

constexpr TypedMetric<GroupDef> kTypedClearance = {
    .info = {.name = "clearance",
             .summary =
                 "Measures how near agents come to obstacles and walls: the least distances in the run. "
                 "The quantity clearance is that of one agent in one state, closed edges included.",
             .source =
                 "Millington and Funge, Artificial Intelligence for Games, 3.4; common in crowd simulation",
             .example = R"({"clearance": {}})",
             .related = "collisions, near_misses",
             .in_space = true},
    .fields = kGroupFields,
    .outputs = kClearanceOutputs,
    .unasked = Unasked::measured,
    .make = construct<ClearanceMetric>,
};

}  // namespace

extern constexpr MetricKind kClearanceMetric = make_metric<kTypedClearance>();

}  // namespace drover
