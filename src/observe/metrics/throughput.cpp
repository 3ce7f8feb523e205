// throughput: how many agents come into the world and leave it, and how long they stay.
#include <algorithm>
#include <array>

#include "observe/metrics/group_members.h"
#include "observe/metrics/metric.h"
#include "observe/metrics/running.h"
#include "observe/metrics/sampling.h"

namespace drover {
namespace {

struct ThroughputDef {
  double every = 10.0;
  GroupDef members;
};

constexpr auto kThroughputFields =
    join(fields(field<&ThroughputDef::every>(
             {.key = "every",
              .unit = "s",
              .range = kSamplingRange,
              .doc = "Length of the intervals that are the rows of the table; 0: a row for every step."})),
         embed<&ThroughputDef::members>(kGroupFields));

constexpr std::array<MetricOutput, 7> kThroughputOutputs = {{
    {"in", "", "Agents that came after the first state."},
    {"out", "", "Agents that were removed."},
    {"rate_in", "1/s", "in over the time from the first state to the last."},
    {"rate_out", "1/s", "out over the same time."},
    {"flow_out", "1/s",
     "(N - 1) / (t_N - t_1) of the N removals at the times t; absent with fewer than two."},
    {"stay_mean", "s",
     "Time from the first state with the agent to the first one without it, mean over those that were "
     "removed."},
    {"stay_greatest", "s", "The longest such time."},
}};

class Throughput final : public Metric {
 public:
  Throughput(const ThroughputDef& def, const Simulator& simulator)
      : dt_(simulator.world().model().dt),
        period_(steps_between(def.every, dt_)),
        members_(def.members, simulator.world()),
        since_(members_.size()) {}

  // What happens in the step to the state of tick t is an event of time t.
  void observe(Observation& observation) override {
    const World& world = observation.world();
    tick_ = world.state.tick;
    if (observation.is_first()) first_tick_ = tick_;
    for (std::size_t k = 0; k < members_.size(); ++k) {
      const bool is_present = world.is_present(members_.agents()[k]);
      if (is_present == since_[k].has_value()) continue;
      if (is_present) {
        since_[k] = tick_;
        if (!observation.is_first()) comes_.push_back(tick_);
      } else {
        stays_.add(static_cast<double>(tick_ - *since_[k]) * dt_);
        longest_.keep_greatest(static_cast<double>(tick_ - *since_[k]) * dt_);
        since_[k].reset();
        goes_.push_back(tick_);
      }
    }
  }

  void report(MetricReport& report) const override {
    const double time = static_cast<double>(tick_ - first_tick_) * dt_;
    report.count("in", comes_.size());
    report.count("out", goes_.size());
    report.number("rate_in", ratio_of(static_cast<double>(comes_.size()), time), "no step was taken");
    report.number("rate_out", ratio_of(static_cast<double>(goes_.size()), time), "no step was taken");
    std::optional<double> flow;
    if (goes_.size() >= 2 && goes_.back() > goes_.front()) {
      flow =
          static_cast<double>(goes_.size() - 1) / (static_cast<double>(goes_.back() - goes_.front()) * dt_);
    }
    report.number(
        "flow_out", flow,
        goes_.size() < 2 ? "fewer than two agents were removed" : "all agents were removed at once");
    report.number("stay_mean", stays_.mean(), "no agent was removed");
    report.number("stay_greatest", longest_.value(), "no agent was removed");
  }

  std::uint64_t row_period() const override { return period_; }
  std::vector<TableColumn> columns() const override {
    return {{"time", "s", "When the interval begins; its end does not belong to it."},
            {"in", "", "Agents that came.", ColumnType::integer},
            {"out", "", "Agents that were removed.", ColumnType::integer},
            {"rate_in", "1/s", "in over the length of the interval, as far as it was observed."},
            {"rate_out", "1/s", "out over the same length."}};
  }

  void fill(MetricTable& table) const override {
    auto come = comes_.begin();
    auto go = goes_.begin();
    for (std::uint64_t k = first_tick_ / period_; k <= tick_ / period_; ++k) {
      std::uint64_t in = 0, out = 0;
      for (; come != comes_.end() && *come / period_ == k; ++come)
        ++in;
      for (; go != goes_.end() && *go / period_ == k; ++go)
        ++out;
      const std::uint64_t begin = std::max(k * period_, first_tick_);
      const std::uint64_t end = std::min((k + 1) * period_, tick_ + 1);
      const double length = static_cast<double>(end - begin) * dt_;
      table.add_row({static_cast<double>(k * period_) * dt_, in, out, static_cast<double>(in) / length,
                     static_cast<double>(out) / length});
    }
  }

 private:
  double dt_;
  std::uint64_t period_;  // steps
  GroupMembers members_;
  std::uint64_t first_tick_ = 0, tick_ = 0;
  std::vector<std::optional<std::uint64_t>> since_;  // per member that is there: the tick of its first state
  std::vector<std::uint64_t> comes_, goes_;          // ticks, ascending
  RunningMean stays_;                                // s
  RunningExtreme longest_;                           // s
};

constexpr TypedMetric<ThroughputDef> kTypedThroughput = {
    .info = {.name = "throughput",
             .summary = "Counts the agents that come into the world and leave it, and how long they stay.",
             .source = "Little, A proof for the queuing formula L = lambda W (1961)",
             .example = R"({"throughput": {"every": 10}})",
             .related = "population, line_crossings",
             .in_space = true},
    .fields = kThroughputFields,
    .outputs = kThroughputOutputs,
    .unasked = Unasked::never,
    .has_rows = true,
    .inspect = [](const ThroughputDef& def,
                  const World& world) { return inspect_sampling(def.every, world); },
    .make = construct<Throughput>,
};

}  // namespace

extern constexpr MetricKind kThroughputMetric = make_metric<kTypedThroughput>();

}  // namespace drover
