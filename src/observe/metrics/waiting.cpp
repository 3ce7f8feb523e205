// waiting: how long agents stand although they have not arrived.
#include <algorithm>
#include <array>

#include "observe/metrics/group_members.h"
#include "observe/metrics/metric.h"
#include "observe/metrics/running.h"
#include "observe/metrics/sampling.h"
#include "observe/metrics/waiting_rule.h"

namespace drover {
namespace {

struct WaitingMetricDef {
  WaitingRuleDef waiting;
  double every = 1.0;
  GroupDef members;
};

constexpr auto kWaitingMetricFields =
    join(join(embed<&WaitingMetricDef::waiting>(kWaitingFields),
              fields(field<&WaitingMetricDef::every>(
                  {.key = "every",
                   .unit = "s",
                   .range = kSamplingRange,
                   .doc = "Time between two rows of the table; 0: every state. The other numbers are about "
                          "every state anyway."}))),
         embed<&WaitingMetricDef::members>(kGroupFields));

constexpr std::array<MetricOutput, 6> kWaitingOutputs = {{
    {"total", "s", "Time that agents waited, summed over the agents."},
    {"mean", "s", "Mean over the agents that were ever there."},
    {"greatest", "s", "The longest time that one agent waited, all its waits together."},
    {"share", "", "total over the time in which agents could have waited."},
    {"at_once", "", "Most agents that waited in one state."},
    {"final", "", "Agents that wait in the last state."},
}};

class Waiting final : public Metric {
 public:
  Waiting(const WaitingMetricDef& def, const Simulator& simulator)
      : dt_(simulator.world().model().dt),
        period_(steps_between(def.every, dt_)),
        rule_(def.waiting, simulator.world()),
        members_(def.members, simulator.world()),
        members_waited_(members_.size()) {}

  void observe(Observation& observation) override {
    const World& world = observation.world();
    final_ = 0;
    for (std::size_t k = 0; k < members_.size(); ++k) {
      const AgentIndex i = members_.agents()[k];
      if (!world.is_present(i)) continue;
      Member& member = members_waited_[k];
      member.was_there = true;
      if (observation.travelled(i)) ++present_states_;
      if (!rule_.is_waiting(observation, i)) continue;
      ++final_;
      ++member.states;
    }
    waiting_states_ += final_;
    most_ = std::max(most_, final_);
    if (world.state.tick % period_ == 0) rows_.push_back({world.time(), final_, seconds(waiting_states_)});
  }

  void report(MetricReport& report) const override {
    RunningMean mean;
    RunningExtreme greatest;
    for (const Member& member : members_waited_) {
      if (!member.was_there) continue;
      mean.add(seconds(member.states));
      greatest.keep_greatest(seconds(member.states));
    }
    report.number("total", seconds(waiting_states_));
    report.number("mean", mean.mean(), "no agent was ever there");
    report.number("greatest", greatest.value(), "no agent was ever there");
    report.number("share",
                  ratio_of(static_cast<double>(waiting_states_), static_cast<double>(present_states_)),
                  "no agent was there in two states that follow each other");
    report.count("at_once", most_);
    report.count("final", final_);
  }

  std::uint64_t row_period() const override { return period_; }
  std::vector<TableColumn> columns() const override {
    return {{"time", "s", "Of the state."},
            {"waiting", "", "Agents that wait.", ColumnType::integer},
            {"total", "s", "Time that agents waited until then."}};
  }

  void fill(MetricTable& table) const override {
    for (const Row& row : rows_)
      table.add_row(row);
  }

 private:
  struct Member {
    bool was_there = false;
    std::uint64_t states = 0;  // in which it waited
  };
  using Row = std::array<MetricTable::Cell, 3>;  // of columns()

  double seconds(std::uint64_t states) const { return static_cast<double>(states) * dt_; }

  double dt_;
  std::uint64_t period_;  // steps
  WaitingRule rule_;
  GroupMembers members_;
  std::vector<Member> members_waited_;                     // per member
  std::uint64_t present_states_ = 0, waiting_states_ = 0;  // summed over the members
  std::uint64_t most_ = 0, final_ = 0;
  std::vector<Row> rows_;
};

std::vector<Problem> inspect_waiting(const WaitingMetricDef& def, const World& world) {
  std::vector<Problem> problems = inspect_sampling(def.every, world);
  std::ranges::move(inspect_goal_radius("goal_radius", def.waiting.goal_radius, WaitingRuleDef().goal_radius,
                                        def.members, world),
                    std::back_inserter(problems));
  return problems;
}

constexpr TypedMetric<WaitingMetricDef> kTypedWaiting = {
    .info = {.name = "waiting",
             .summary = "Measures how long agents stand or creep without having arrived.",
             .source = "common in crowd simulation (jam waiting time)",
             .example = R"({"waiting": {"waiting_speed": 0.2, "goal_radius": 0.5}})",
             .related = "stuck, area",
             .in_space = true},
    .fields = kWaitingMetricFields,
    .outputs = kWaitingOutputs,
    .unasked = Unasked::never,
    .has_rows = true,
    .inspect = inspect_waiting,
    .make = construct<Waiting>,
};

}  // namespace

extern constexpr MetricKind kWaitingMetric = make_metric<kTypedWaiting>();

}  // namespace drover
