// arrivals: how many agents reached their goals, and when.
#include <algorithm>
#include <array>

#include "observe/metrics/agent_goal.h"
#include "observe/metrics/group_members.h"
#include "observe/metrics/metric.h"
#include "observe/metrics/running.h"
#include "sim/step/goals.h"

namespace drover {
namespace {

struct ArrivalsDef {
  GroupDef members;
  double radius = 1.0;
};

constexpr auto kArrivalsFields = join(
    embed<&ArrivalsDef::members>(kGroupFields),
    fields(
        field<&ArrivalsDef::radius>({.key = "radius",
                                     .unit = "m",
                                     .range = left_open(0, 1e5),
                                     .doc = "An agent whose center is this near its goal has arrived; at a "
                                            "region, one whose center is inside. Goals of agents have a "
                                            "goal_radius instead."})));

constexpr std::array<MetricOutput, 8> kArrivalsOutputs = {{
    {"goals", "", "Agents that had a goal at some time."},
    {"count", "", "Agents that arrived at their goal, be it only in passing."},
    {"share", "", "count / goals; absent without goals."},
    {"removed", "", "Agents that were removed before they arrived; they count among the goals."},
    {"time_mean", "s", "Mean time of the first arrival of those that arrived; absent without any."},
    {"time_least", "s", "Time of the first agent to arrive."},
    {"time_greatest", "s", "Time of the last agent to arrive."},
    {"travel_time_mean", "s",
     "Mean time from being there to the first arrival; time_mean where all start at 0."},
}};

class Arrivals final : public Metric {
 public:
  Arrivals(const ArrivalsDef& def, const Simulator& simulator) : radius_(def.radius) {
    const World& world = simulator.world();
    const GroupMembers members(def.members, world);
    for (const AgentIndex i : members.agents()) {
      const bool has_goal =
          std::ranges::any_of(world.model().type_of(i).entries,
                              [](const StackEntry& entry) { return entry.kind->goal != nullptr; });
      if (world.model().goals.exists() || has_goal) waiting_.push_back({i});
    }
  }

  void observe(Observation& observation) override {
    std::erase_if(waiting_, [&](Waiting& agent) { return is_done(agent, observation); });
  }

  void report(MetricReport& report) const override {
    report.count("goals", goals_);
    report.count("count", times_.count());
    report.number("share", ratio_of(static_cast<double>(times_.count()), static_cast<double>(goals_)));
    report.count("removed", removed_);
    report.number("time_mean", times_.mean());
    report.number("time_least", least_.value());
    report.number("time_greatest", greatest_.value());
    report.number("travel_time_mean", travel_times_.mean());
  }

 private:
  // An agent that has not arrived yet.
  struct Waiting {
    AgentIndex agent;
    bool had_goal = false;
    std::optional<double> since = {};  // when it was first there [s]
  };

  // Whether the agent arrives or is removed: agents that are gone never come back.
  bool is_done(Waiting& waiting, const Observation& observation) {
    if (!observation.world().is_present(waiting.agent)) {
      if (waiting.since && waiting.had_goal) ++removed_;
      return waiting.since.has_value();
    }
    const double time = observation.world().time();
    if (!waiting.since) waiting.since = time;
    const std::optional<Goal> goal = observation.simulator().goal(waiting.agent);
    if (!goal) return false;
    if (!waiting.had_goal) ++goals_;
    waiting.had_goal = true;
    const double distance = distance_to(*goal, observation.world(), waiting.agent);
    if (!is_reached(*goal, distance, radius_)) return false;
    times_.add(time);
    travel_times_.add(time - *waiting.since);
    least_.keep_least(time);
    greatest_.keep_greatest(time);
    return true;
  }

  double radius_;
  std::vector<Waiting> waiting_;  // ascending
  std::uint64_t goals_ = 0;
  std::uint64_t removed_ = 0;
  RunningMean times_, travel_times_;
  RunningExtreme least_, greatest_;
};

constexpr TypedMetric<ArrivalsDef> kTypedArrivals = {
    .info = {.name = "arrivals",
             .summary = "Counts the agents that reached their goal and how long they took.",
             .source = "RiMEA and IMO tests (evacuation times)",
             .example = R"({"arrivals": {"radius": 0.5}})",
             .related = "path_progress, stuck",
             .in_space = true},
    .fields = kArrivalsFields,
    .outputs = kArrivalsOutputs,
    .unasked = Unasked::measured,
    .inspect =
        [](const ArrivalsDef& def, const World& world) {
          return inspect_goal_radius("radius", def.radius, ArrivalsDef().radius, def.members, world);
        },
    .make = construct<Arrivals>,
};

}  // namespace

extern constexpr MetricKind kArrivalsMetric = make_metric<kTypedArrivals>();

}  // namespace drover
