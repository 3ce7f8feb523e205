// navigation: the work of finding ways, who finds none, and how good the ways are that were gone.
#include <algorithm>
#include <array>
#include <vector>

#include "observe/metrics/group_members.h"
#include "observe/metrics/metric.h"
#include "observe/metrics/quantiles.h"
#include "observe/metrics/running.h"
#include "observe/metrics/shortest_ways.h"
#include "sim/navigation/navigation_layer.h"
#include "sim/step/agent_goals.h"
#include "sim/step/goals.h"

namespace drover {
namespace {

constexpr std::array<MetricOutput, 16> kNavigationOutputs = {{
    {"plans", "", "Ways that were looked for, of all agents; those planned anew count again."},
    {"replans", "", "Of these, those that were looked for while a way to the same place was followed."},
    {"los_tests", "",
     "Straight lines along which agents on their ways tested whether their body can go: tests of sight."},
    {"expansions", "", "Cells that searches closed, of all agents."},
    {"grid_builds", "",
     "Grids that were made: for each size of body and each kind of ground that is forbidden."},
    {"field_builds", "", "Fields that were built: of distances for ways, and of directions."},
    {"field_cells", "", "Cells that these fields reached."},
    {"unreachable_agents", "", "Agents in the last state to whose place no way leads."},
    {"unreachable_greatest", "", "Greatest number of such agents at one time."},
    {"paths", "", "How often agents reached a goal that they were not at when they got it."},
    {"path_length_mean", "m",
     "Mean length of the way from where the goal was given to where it was reached."},
    {"path_length_median", "m", "Half of these lengths do not exceed it."},
    {"path_ratio_mean", "",
     "Mean of such a length, and what is left to a point from where it is reached, over that of the "
     "shortest way."},
    {"path_ratio_median", "", "Half of these ratios do not exceed it."},
    {"path_ratio_p95", "", "Of 100 of these ratios 95 do not exceed it."},
    {"path_ratio_greatest", "", "The greatest of these ratios."},
}};

// The way of an agent to its present goal.
class PathToGoal {
 public:
  // Whether it has come to an end in this state: the goal is reached.
  bool observe(const Observation& observation, AgentIndex agent, ShortestWays& shortest_ways) {
    const World& world = observation.world();
    const bool is_same = given_ == what_was_given(world, agent) && observation.travelled(agent);
    if (is_same && !is_under_way_) return false;
    const std::optional<Goal> goal = observation.simulator().goal(agent);
    if (!goal) {
      is_under_way_ = false;
      given_ = {};
      return false;
    }
    const bool is_there = is_reached(*goal, distance_to(*goal, world, agent), kReached);
    if (!is_same) {
      begin(observation, agent, !is_there, shortest_ways);
      return false;
    }
    const Vec3 here = world.state.motion.position(agent);
    gone_ += length(world.model().bounds.displacement(observation.before().position(agent), here));
    if (place_ != place_of_goal(world, agent)) measure(observation, agent, shortest_ways);
    if (!is_there) return false;
    is_under_way_ = false;
    left_ = is_in_passing(world, agent, *goal)
                ? 0.0
                : length(world.model().bounds.displacement(here, goal->position));
    return true;
  }

  double gone() const { return gone_; }  // m
  // To the length of the shortest way; nothing where there was none.
  std::optional<double> ratio() const { return least_ ? ratio_of(gone_ + left_, *least_) : std::nullopt; }

 private:
  static constexpr double kReached = 1.0;  // m, where goals are not the agents' own: as in arrivals

  // Which goal it is and when the agent got it; without goals of agents the mode, which says what behaviors
  // go for.
  struct Given {
    std::uint32_t goal = kNoIndex;
    std::uint64_t since = 0;  // tick
    std::uint32_t mode = kNoIndex;

    friend bool operator==(const Given&, const Given&) = default;
  };
  static Given what_was_given(const World& world, AgentIndex agent) {
    if (goal_of(world, agent) == nullptr) return {.mode = world.state.status.mode[agent]};
    return {.goal = world.state.goals.goal[agent], .since = world.state.goals.since[agent]};
  }
  // Of several regions the one that the agent goes to, which it may choose anew on its way.
  static std::uint32_t place_of_goal(const World& world, AgentIndex agent) {
    const AgentGoal* goal = goal_of(world, agent);
    const bool is_chosen = goal != nullptr && goal->form == GoalForm::regions;
    return is_chosen ? world.state.goals.stage[agent] : 0;
  }
  // Whether a goal is reached without going on to a point: at the border of a region, on a route that goes
  // on.
  static bool is_in_passing(const World& world, AgentIndex agent, const Goal& goal) {
    const AgentGoal* own = goal_of(world, agent);
    return goal.is_region || (own != nullptr && own->form == GoalForm::route && is_endless(*own));
  }

  void begin(const Observation& observation, AgentIndex agent, bool is_under_way,
             ShortestWays& shortest_ways) {
    given_ = what_was_given(observation.world(), agent);
    start_ = observation.state().position(agent);
    gone_ = 0.0;
    is_under_way_ = is_under_way;
    if (is_under_way) measure(observation, agent, shortest_ways);
  }
  void measure(const Observation& observation, AgentIndex agent, ShortestWays& shortest_ways) {
    place_ = place_of_goal(observation.world(), agent);
    const std::optional<WholeWay> way = shortest_ways.to_goal(observation, agent, start_);
    least_ = way ? way->length : std::nullopt;
  }

  Given given_;
  std::uint32_t place_ = 0;
  Vec3 start_;  // m
  bool is_under_way_ = false;
  double gone_ = 0.0;            // m
  double left_ = 0.0;            // m
  std::optional<double> least_;  // m
};

class NavigationWork final : public Metric {
 public:
  NavigationWork(const GroupDef& def, const Simulator& simulator)
      : members_(def, simulator.world()), paths_(members_.size()) {}

  void observe(Observation& observation) override {
    const World& world = observation.world();
    if (!world.model().navigation.exists()) return;
    count_work(world.navigation().counters());
    unreachable_ = 0;
    for (std::size_t k = 0; k < members_.size(); ++k) {
      const AgentIndex i = members_.agents()[k];
      if (!world.is_present(i)) continue;
      const std::optional<WayAhead> way = find_way(world, observation.simulator().perceptions(), i);
      if (way && !way->arrives) ++unreachable_;
      if (paths_[k].observe(observation, i, shortest_ways_)) add(paths_[k]);
    }
    unreachable_greatest_ = std::max(unreachable_greatest_, unreachable_);
  }

  void report(MetricReport& report) const override {
    constexpr const char* kNoPath = "no agent reached a goal over grids";
    report.count("plans", plans_);
    report.count("replans", replans_);
    report.count("los_tests", los_tests_);
    report.count("expansions", expansions_);
    report.count("grid_builds", grid_builds_);
    report.count("field_builds", field_builds_);
    report.count("field_cells", field_cells_);
    report.count("unreachable_agents", unreachable_);
    report.count("unreachable_greatest", unreachable_greatest_);
    report.count("paths", lengths_.count());
    report.number("path_length_mean", lengths_.mean(), kNoPath);
    report.number("path_length_median", length_quantiles_.at(0.5), kNoPath);
    report.number("path_ratio_mean", ratios_.mean(), kNoPath);
    report.number("path_ratio_median", ratio_quantiles_.at(0.5), kNoPath);
    report.number("path_ratio_p95", ratio_quantiles_.at(0.95), kNoPath);
    report.number("path_ratio_greatest", ratio_greatest_.value(), kNoPath);
  }

 private:
  void count_work(const NavigationCounters& counters) {
    plans_ = counters.plans;
    replans_ = counters.replans;
    los_tests_ = counters.sight_tests.total();
    expansions_ = counters.expansions;
    grid_builds_ = counters.grid_builds;
    field_builds_ = counters.field_builds;
    field_cells_ = counters.field_cells;
  }

  void add(const PathToGoal& path) {
    lengths_.add(path.gone());
    length_quantiles_.add(path.gone());
    const std::optional<double> ratio = path.ratio();
    if (!ratio) return;
    ratios_.add(*ratio);
    ratio_quantiles_.add(*ratio);
    ratio_greatest_.keep_greatest(*ratio);
  }

  GroupMembers members_;
  std::vector<PathToGoal> paths_;  // per member
  ShortestWays shortest_ways_;
  std::uint64_t plans_ = 0, replans_ = 0, los_tests_ = 0, expansions_ = 0;
  std::uint64_t grid_builds_ = 0, field_builds_ = 0, field_cells_ = 0;
  std::uint64_t unreachable_ = 0, unreachable_greatest_ = 0;
  RunningMean lengths_, ratios_;
  Quantiles length_quantiles_, ratio_quantiles_;
  RunningExtreme ratio_greatest_;
};

constexpr TypedMetric<GroupDef> kTypedNavigation = {
    .info =
        {.name = "navigation",
         .summary =
             "Counts the work of finding ways and agents that find none; compares ways with the shortest.",
         .source = "drover's own",
         .example = R"({"navigation": {}})",
         .related = "goals, distance, stuck",
         .not_in_space = "nothing finds ways in space"},
    .fields = kGroupFields,
    .outputs = kNavigationOutputs,
    .unasked = Unasked::never,
    .looks_back = true,
    .make = construct<NavigationWork>,
};

}  // namespace

extern constexpr MetricKind kNavigationMetric = make_metric<kTypedNavigation>();

}  // namespace drover
