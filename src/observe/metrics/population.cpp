// population: how many agents there are, over time.
#include <algorithm>
#include <array>

#include "observe/metrics/group_members.h"
#include "observe/metrics/metric.h"
#include "observe/metrics/running.h"
#include "observe/metrics/sampling.h"

namespace drover {
namespace {

struct PopulationDef {
  double every = 1.0;
  GroupDef members;
};

constexpr auto kPopulationFields = join(
    fields(field<&PopulationDef::every>({.key = "every",
                                         .unit = "s",
                                         .range = kSamplingRange,
                                         .doc = "Time between two rows of the table; 0: every state. The "
                                                "other numbers are about every state anyway."})),
    embed<&PopulationDef::members>(kGroupFields));

constexpr std::array<MetricOutput, 8> kPopulationOutputs = {{
    {"initial", "", "Agents in the first state."},
    {"final", "", "Agents in the last state."},
    {"mean", "", "Agents, averaged over the states."},
    {"least", "", "Fewest agents in any state."},
    {"greatest", "", "Most agents in any state."},
    {"greatest_at", "s", "Time of the first state with that many."},
    {"born", "", "Agents that came after the first state."},
    {"removed", "", "Agents that were removed."},
}};

class Population final : public Metric {
 public:
  Population(const PopulationDef& def, const Simulator& simulator)
      : period_(steps_between(def.every, simulator.world().model().dt)),
        members_(def.members, simulator.world()),
        was_present_(members_.size(), 0) {}

  void observe(Observation& observation) override {
    const World& world = observation.world();
    std::uint64_t count = 0;
    for (std::size_t k = 0; k < members_.size(); ++k) {
      const std::uint8_t is_present = world.is_present(members_.agents()[k]) ? 1 : 0;
      if (is_present != was_present_[k] && !observation.is_first()) ++(is_present != 0 ? born_ : removed_);
      was_present_[k] = is_present;
      count += is_present;
    }
    if (observation.is_first()) initial_ = least_ = count;
    if (observation.is_first() || count > greatest_) {
      greatest_ = count;
      greatest_at_ = world.time();
    }
    least_ = std::min(least_, count);
    final_ = count;
    mean_.add(static_cast<double>(count));
    if (world.state.tick % period_ == 0) rows_.push_back({world.time(), count, born_, removed_});
  }

  void report(MetricReport& report) const override {
    report.count("initial", initial_);
    report.count("final", final_);
    report.number("mean", mean_.mean());
    report.count("least", least_);
    report.count("greatest", greatest_);
    report.number("greatest_at", greatest_at_);
    report.count("born", born_);
    report.count("removed", removed_);
  }

  std::vector<TableColumn> columns() const override {
    return {{"time", "s", "Of the state."},
            {"count", "", "Agents that are there.", ColumnType::integer},
            {"born", "", "Agents that came since the first state.", ColumnType::integer},
            {"removed", "", "Agents that were removed since then.", ColumnType::integer}};
  }

  void fill(MetricTable& table) const override {
    for (const Row& row : rows_)
      table.add_row({row.time, row.count, row.born, row.removed});
  }

 private:
  struct Row {
    double time;  // s
    std::uint64_t count, born, removed;
  };

  std::uint64_t period_;  // steps
  GroupMembers members_;
  std::vector<std::uint8_t> was_present_;  // per member
  std::uint64_t initial_ = 0, final_ = 0, least_ = 0, greatest_ = 0;
  double greatest_at_ = 0.0;  // s
  std::uint64_t born_ = 0, removed_ = 0;
  RunningMean mean_;
  std::vector<Row> rows_;
};

std::vector<Problem> inspect_population(const PopulationDef& def, const World& world) {
  return inspect_sampling(def.every, world);
}

constexpr TypedMetric<PopulationDef> kTypedPopulation = {
    .info = {.name = "population",
             .summary = "Counts the agents that are there, over time.",
             .source = "common in crowd simulation",
             .example = R"({"population": {"every": 1, "group": "crowd"}})",
             .related = "throughput, area"},
    .fields = kPopulationFields,
    .outputs = kPopulationOutputs,
    .unasked = Unasked::never,
    .has_rows = true,
    .inspect = inspect_population,
    .make = construct<Population>,
};

}  // namespace

extern constexpr MetricKind kPopulationMetric = make_metric<kTypedPopulation>();

}  // namespace drover
