// clearance: how near bodies come to obstacles and walls.
#include <array>

#include "observe/metrics/group_members.h"
#include "observe/metrics/metric.h"
#include "observe/metrics/running.h"
#include "observe/metrics/static_contacts.h"

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

class Clearance final : public Metric {
 public:
  Clearance(const GroupDef& def, const Simulator& simulator) : members_(def, simulator.world()) {}

  void observe(Observation& observation) override {
    const World& world = observation.world();
    for (const AgentIndex i : members_.agents()) {
      if (!world.is_present(i)) continue;
      const double distance = distance_to_statics(world, observation.state().position(i));
      if (distance == kInfinity) return;  // there is neither an obstacle nor a wall
      center_.keep_least(distance);
      rim_.keep_least(distance - world.state.limits.radius[i]);
    }
  }

  void report(MetricReport& report) const override {
    report.number("min_center", center_.value());
    report.number("min_rim", rim_.value());
  }

  static double distance_to_statics(const World& world, Vec3 p) {
    const StaticGeometry& geometry = world.model().geometry;
    double least = kInfinity;
    geometry.visit_solids_around(p, [&](std::uint32_t wall) {
      least = smaller(least, -length(p - geometry.nearest_point_of_wall(wall, p)));
    });
    const auto is_enough = [&](double reach) { return least <= reach; };
    const auto to_circle = [&](std::uint32_t k) {
      const Circle& circle = geometry.circles()[k];
      least = smaller(least, length(world.model().bounds.displacement(circle.center, p)) - circle.radius);
    };
    geometry.circle_grid().visit_outward(p, to_circle, is_enough);
    const auto to_wall = [&](std::uint32_t k) {
      const Segment& wall = geometry.segments()[k];
      least = smaller(least, length(p - nearest_point_on_segment(wall.a, wall.b, p)));
    };
    geometry.segment_grid().visit_outward(p, to_wall, is_enough);
    return least;
  }

 private:
  GroupMembers members_;
  RunningExtreme center_, rim_;
};

constexpr TypedMetric<GroupDef> kTypedClearance = {
    .info = {.name = "clearance",
             .summary = "Measures how near agents come to obstacles and walls.",
             .source =
                 "Millington and Funge, Artificial Intelligence for Games, 3.4; common in crowd simulation",
             .example = R"({"clearance": {}})",
             .related = "collisions, near_misses"},
    .fields = kGroupFields,
    .outputs = kClearanceOutputs,
    .unasked = Unasked::measured,
    .make = construct<Clearance>,
};

}  // namespace

double distance_to_statics(const World& world, Vec3 p) {
  return Clearance::distance_to_statics(world, p);
}

extern constexpr MetricKind kClearanceMetric = make_metric<kTypedClearance>();

}  // namespace drover
