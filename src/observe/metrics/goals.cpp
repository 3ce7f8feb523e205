// goals: what becomes of agents with goals of their own.
#include <algorithm>
#include <array>
#include <vector>

#include "observe/metrics/group_members.h"
#include "observe/metrics/metric.h"
#include "observe/metrics/running.h"
#include "sim/step/agent_goals.h"

namespace drover {
namespace {

constexpr std::array<MetricOutput, 12> kGoalsOutputs = {{
    {"reached", "", "How often goals were reached, those of one agent added up."},
    {"reached_per_agent", "", "The same per agent that was ever there; absent without any."},
    {"reached_per_hour", "",
     "Throughput: goals reached per agent and hour that it was there; absent before any time has passed."},
    {"left", "", "Agents that left at their goal."},
    {"lost", "",
     "Agents whose goal is an agent that is gone, in the last state, or that for 10 s saw neither their goal "
     "nor any place of their route."},
    {"turned_back", "",
     "How often agents that did not see the next place of their route turned back to one before."},
    {"under_way", "", "Agents that are under way in the last state."},
    {"waiting", "", "Agents that wait at a goal or a place of a route in the last state."},
    {"queued", "", "Agents that are in a queue in the last state."},
    {"queued_greatest", "", "Greatest number of agents in queues at one time."},
    {"queued_time", "s", "Time that agents were queued or served, summed over the agents."},
    {"queued_time_mean", "s", "Mean over the agents that were ever in a queue; absent without any."},
}};

class Goals final : public Metric {
 public:
  Goals(const GroupDef& def, const Simulator& simulator)
      : dt_(simulator.world().model().dt),
        members_(def, simulator.world()),
        was_present_(members_.size()),
        was_queued_(members_.size()) {}

  void observe(Observation& observation) override {
    const World& world = observation.world();
    observe_presence(observation);
    count_ = {};
    reached_ = left_ = lost_ = turned_back_ = 0;
    if (!world.model().goals.exists()) return;
    for (std::size_t k = 0; k < members_.size(); ++k) {
      const AgentIndex i = members_.agents()[k];
      const GoalState state = goal_state(world, i);
      const bool is_gone = world.is_present(i) && state == GoalState::lost;
      reached_ += world.state.goals.reached[i];
      turned_back_ += world.state.goal_record.turned_back[i];
      if (is_gone || world.state.goal_record.lost_since[i] != GoalRecord::kNever) ++lost_;
      if (world.is_present(i)) ++count_[static_cast<std::size_t>(state)];
      if (world.is_present(i) && state == GoalState::queued) {
        was_queued_[k] = true;
        if (!observation.is_first()) ++queued_states_;
      }
      // Only agents that left at their goal keep their state when they are gone.
      if (!world.is_present(i) && state == GoalState::at_goal) ++left_;
    }
    queued_greatest_ = std::max(queued_greatest_, count_of(GoalState::queued));
  }

  void report(MetricReport& report) const override {
    report.count("reached", reached_);
    const double agents = static_cast<double>(std::ranges::count(was_present_, true));
    const double hours = static_cast<double>(present_states_) * dt_ / kSecondsPerHour;
    const auto reached = static_cast<double>(reached_);
    report.number("reached_per_agent", ratio_of(reached, agents), "no agent was ever there");
    report.number("reached_per_hour", ratio_of(reached, hours), "no agent was there for any time");
    report.count("left", left_);
    report.count("lost", lost_);
    report.count("turned_back", turned_back_);
    report.count("under_way", count_of(GoalState::under_way));
    report.count("waiting", count_of(GoalState::waiting));
    report.count("queued", count_of(GoalState::queued));
    report.count("queued_greatest", queued_greatest_);
    const double seconds = static_cast<double>(queued_states_) * dt_;
    const auto queued = std::ranges::count(was_queued_, true);
    report.number("queued_time", seconds);
    report.number("queued_time_mean", ratio_of(seconds, static_cast<double>(queued)),
                  "no agent was ever in a queue");
  }

 private:
  static constexpr double kSecondsPerHour = 3600.0;

  // An agent is there for the step that leads to a state in which it is.
  void observe_presence(const Observation& observation) {
    for (std::size_t k = 0; k < members_.size(); ++k) {
      if (!observation.world().is_present(members_.agents()[k])) continue;
      was_present_[k] = true;
      if (!observation.is_first()) ++present_states_;
    }
  }

  std::uint64_t count_of(GoalState state) const { return count_[static_cast<std::size_t>(state)]; }

  double dt_;  // s
  GroupMembers members_;
  std::vector<bool> was_present_;  // per member
  std::vector<bool> was_queued_;   // per member
  std::array<std::uint64_t, kGoalStateNames.size()> count_ = {};
  std::uint64_t reached_ = 0;
  std::uint64_t left_ = 0;
  std::uint64_t lost_ = 0;
  std::uint64_t turned_back_ = 0;
  std::uint64_t queued_greatest_ = 0;
  std::uint64_t queued_states_ = 0;   // of all agents, after the first one
  std::uint64_t present_states_ = 0;  // likewise
};

constexpr TypedMetric<GroupDef> kTypedGoals = {
    .info = {.name = "goals",
             .summary = "Counts what becomes of agents with goals of their own: reached, left, lost, queued.",
             .source = "drover's own",
             .example = R"({"goals": {"group": "crowd"}})",
             .related = "arrivals, path_progress",
             .in_space = true},
    .fields = kGroupFields,
    .outputs = kGoalsOutputs,
    .make = construct<Goals>,
};

}  // namespace

extern constexpr MetricKind kGoalsMetric = make_metric<kTypedGoals>();

}  // namespace drover
