// navigation: the work of finding ways, and who finds none.
#include <algorithm>
#include <array>

#include "observe/metrics/group_members.h"
#include "observe/metrics/metric.h"
#include "sim/navigation/navigation_layer.h"
#include "sim/step/goals.h"

namespace drover {
namespace {

constexpr std::array<MetricOutput, 7> kNavigationOutputs = {{
    {"plans", "", "Ways that were looked for, of all agents; those planned anew count again."},
    {"expansions", "", "Cells that searches closed, of all agents."},
    {"grid_builds", "",
     "Grids that were made: for each size of body and each kind of ground that is forbidden."},
    {"field_builds", "", "Fields that were built: of distances for ways, and of directions."},
    {"field_cells", "", "Cells that these fields reached."},
    {"unreachable_agents", "", "Agents in the last state to whose place no way leads."},
    {"unreachable_greatest", "", "Greatest number of such agents at one time."},
}};

class NavigationWork final : public Metric {
 public:
  NavigationWork(const GroupDef& def, const Simulator& simulator) : members_(def, simulator.world()) {}

  void observe(Observation& observation) override {
    const World& world = observation.world();
    if (!world.model().navigation.exists()) return;
    NavigationCounters& counters = world.navigation().counters();
    plans_ = counters.plans;
    expansions_ = counters.expansions;
    grid_builds_ = counters.grid_builds;
    field_builds_ = counters.field_builds;
    field_cells_ = counters.field_cells;
    unreachable_ = 0;
    for (const AgentIndex i : members_.agents()) {
      if (!world.is_present(i)) continue;
      const std::optional<WayAhead> way = find_way(world, observation.simulator().perceptions(), i);
      if (way && !way->arrives) ++unreachable_;
    }
    unreachable_greatest_ = std::max(unreachable_greatest_, unreachable_);
  }

  void report(MetricReport& report) const override {
    report.count("plans", plans_);
    report.count("expansions", expansions_);
    report.count("grid_builds", grid_builds_);
    report.count("field_builds", field_builds_);
    report.count("field_cells", field_cells_);
    report.count("unreachable_agents", unreachable_);
    report.count("unreachable_greatest", unreachable_greatest_);
  }

 private:
  GroupMembers members_;
  std::uint64_t plans_ = 0, expansions_ = 0, grid_builds_ = 0, field_builds_ = 0, field_cells_ = 0;
  std::uint64_t unreachable_ = 0, unreachable_greatest_ = 0;
};

constexpr TypedMetric<GroupDef> kTypedNavigation = {
    .info = {.name = "navigation",
             .summary = "Counts the work of finding ways, and agents that find none.",
             .source = "drover's own",
             .example = R"({"navigation": {}})",
             .related = "goals, stuck"},
    .fields = kGroupFields,
    .outputs = kNavigationOutputs,
    .unasked = Unasked::never,
    .make = construct<NavigationWork>,
};

}  // namespace

extern constexpr MetricKind kNavigationMetric = make_metric<kTypedNavigation>();

}  // namespace drover
