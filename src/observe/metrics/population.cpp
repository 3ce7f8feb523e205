// population: how many agents come, go, are there and wait outside, over time.
#include <algorithm>
#include <array>

#include "observe/metrics/group_members.h"
#include "observe/metrics/metric.h"
#include "observe/metrics/running.h"
#include "observe/metrics/sampling.h"
#include "sim/state/region_heights.h"
#include "sim/step/admission.h"

namespace drover {
namespace {

struct PopulationDef {
  Reference region{ReferenceType::region, {}, kNoIndex};
  double every = 1.0;
  GroupDef members;
};

constexpr auto kPopulationFields = join(
    fields(
        field<&PopulationDef::region>(
            {.key = "region",
             .doc = "Only agents that are in it; of those that come, wait and go, who comes or goes there.",
             .otherwise = "everywhere"}),
        field<&PopulationDef::every>({.key = "every",
                                      .unit = "s",
                                      .range = kSamplingRange,
                                      .doc = "Time between two rows of the table; 0: every state. The "
                                             "other numbers are about every state anyway."})),
    embed<&PopulationDef::members>(kGroupFields));

constexpr std::array<MetricOutput, 12> kPopulationOutputs = {{
    {"initial", "", "Agents in the first state."},
    {"final", "", "Agents in the last state."},
    {"mean", "", "Agents, averaged over the states."},
    {"least", "", "Fewest agents in any state."},
    {"greatest", "", "Most agents in any state."},
    {"greatest_at", "s", "Time of the first state with that many."},
    {"born", "", "Agents that spawn events brought in."},
    {"removed", "", "Agents that were removed; of a region, those that it held in their last state before."},
    {"waiting_mean", "", "Agents that wait outside for room, averaged over the states."},
    {"waiting_maximum", "", "Most agents that wait in any state."},
    {"waiting_final", "", "Agents that wait in the last state."},
    {"overlapping_births", "", "Agents of all groups and places that appeared on other bodies."},
}};

class Population final : public Metric {
 public:
  Population(const PopulationDef& def, const Simulator& simulator)
      : period_(steps_between(def.every, simulator.world().model().dt)),
        members_(def.members, simulator.world()),
        is_newcomer_(simulator.world().model().agents.size(), 0),
        was_present_(is_newcomer_) {
    for (const Event& event : simulator.world().model().events) {
      for (const AgentIndex i : event.newcomers)
        is_newcomer_[i] = 1;
    }
    if (!def.region.name.empty()) region_ = &region_named(def.region, simulator.world());
  }

  void observe(Observation& observation) override {
    const World& world = observation.world();
    std::uint64_t present = 0;
    for (const AgentIndex i : members_.agents()) {
      const bool is_present = world.is_present(i);
      const bool is_here = is_present && contains(world, i, world.state.motion.position(i));
      present += is_here ? 1 : 0;
      if (is_here && is_born(observation, i)) ++born_;
      if (!is_present && was_present_[i] != 0 && contains(world, i, observation.before().position(i)))
        ++removed_;
      was_present_[i] = is_present ? 1 : 0;
    }
    if (observation.is_first()) initial_ = least_ = present;
    if (observation.is_first() || present > greatest_) {
      greatest_ = present;
      greatest_at_ = world.time();
    }
    least_ = std::min(least_, present);
    final_ = present;
    mean_.add(static_cast<double>(present));
    count_waiting(world);
    overlapping_births_ = observation.simulator().counters().overlapping_births;
    if (world.state.tick % period_ == 0)
      rows_.push_back({world.time(), present, born_, removed_, waiting_final_});
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
    report.number("waiting_mean", waiting_.mean());
    report.count("waiting_maximum", waiting_maximum_);
    report.count("waiting_final", waiting_final_);
    report.count("overlapping_births", overlapping_births_);
  }

  std::uint64_t row_period() const override { return period_; }
  std::vector<TableColumn> columns() const override {
    return {{"time", "s", "Of the state."},
            {"count", "", "Agents that are there.", ColumnType::integer},
            {"born", "", "Agents that came since the first state.", ColumnType::integer},
            {"removed", "", "Agents that were removed since then.", ColumnType::integer},
            {"waiting", "", "Agents that wait outside for room.", ColumnType::integer}};
  }

  void fill(MetricTable& table) const override {
    for (const Row& row : rows_)
      table.add_row(row);
  }

 private:
  using Row = std::array<MetricTable::Cell, 5>;  // of columns()

  bool contains(const World& world, AgentIndex i, Vec3 p) const {
    return region_ == nullptr || (region_->encloses(p) && height_off(world, *region_, i) == 0.0);
  }

  bool is_born(const Observation& observation, AgentIndex i) const {
    if (is_newcomer_[i] == 0 || was_present_[i] != 0) return false;
    // In the first state only those that are new in it: a run that goes on starts with others.
    const World& world = observation.world();
    return !observation.is_first() || world.state.record.teleport_tick[i] == world.state.tick;
  }

  // Those that wait for random places are not yet anywhere: the places they were given at first count.
  void count_waiting(const World& world) {
    waiting_final_ = 0;
    for (const Event& event : world.model().events) {
      const std::size_t count = waiting_count(world, event);
      if (count == 0) continue;
      const std::size_t due = event.due_count(world.state.columns.values(event.happened)[0]);
      for (std::size_t k = due - count; k < due; ++k) {
        const AgentIndex i = event.newcomers[k];
        if (members_.contains(i) && contains(world, i, world.state.motion.position(i))) ++waiting_final_;
      }
    }
    waiting_maximum_ = std::max(waiting_maximum_, waiting_final_);
    waiting_.add(static_cast<double>(waiting_final_));
  }

  std::uint64_t period_;  // steps
  GroupMembers members_;
  const Region* region_ = nullptr;
  std::vector<std::uint8_t> is_newcomer_, was_present_;  // by agent
  std::uint64_t initial_ = 0, final_ = 0, least_ = 0, greatest_ = 0;
  double greatest_at_ = 0.0;  // s
  std::uint64_t born_ = 0, removed_ = 0;
  std::uint64_t waiting_final_ = 0, waiting_maximum_ = 0;
  std::uint64_t overlapping_births_ = 0;
  RunningMean mean_, waiting_;
  std::vector<Row> rows_;
};

constexpr TypedMetric<PopulationDef> kTypedPopulation = {
    .info = {.name = "population",
             .summary = "Counts the agents that come, go, are there and wait outside, over time.",
             .source = "common in crowd simulation",
             .example = R"({"east": {"type": "population", "region": "east_exit"}})",
             .related = "arrivals, throughput, area",
             .in_space = true},
    .fields = kPopulationFields,
    .outputs = kPopulationOutputs,
    .unasked = Unasked::never,
    .looks_back = true,
    .has_rows = true,
    .inspect = [](const PopulationDef& def,
                  const World& world) { return inspect_sampling(def.every, world); },
    .make = construct<Population>,
};

}  // namespace

extern constexpr MetricKind kPopulationMetric = make_metric<kTypedPopulation>();

}  // namespace drover
