// lane_order: whether people who walk in two directions have formed lanes.
#include <algorithm>
#include <array>
#include <tuple>

#include "observe/metrics/group_members.h"
#include "observe/metrics/metric.h"
#include "observe/metrics/running.h"
#include "observe/metrics/sampling.h"

namespace drover {
namespace {

struct LaneOrderDef {
  Reference group{ReferenceType::group, {}, kNoIndex};
  Vec3 along{1.0, 0.0, 0.0};
  double half_width = 0.375;
  double every = 0.5;
};

constexpr auto kLaneOrderFields = fields(
    field<&LaneOrderDef::group>(
        {.key = "group",
         .doc = "The agents that want to go one way; all others want to go the other.",
         .required = true}),
    field<&LaneOrderDef::along>(
        {.key = "along", .unit = "m", .doc = "Direction of the lanes; its length has no meaning."}),
    field<&LaneOrderDef::half_width>({.key = "half_width",
                                      .unit = "m",
                                      .range = left_open(0, 1e4),
                                      .doc = "Agents less than this beside an agent are in its lane."}),
    field<&LaneOrderDef::every>({.key = "every",
                                 .unit = "s",
                                 .range = kSamplingRange,
                                 .doc = "Time between the states that are looked at; 0: every state."}));

constexpr std::array<MetricOutput, 5> kLaneOrderOutputs = {{
    {"mean", "", "Order of a state, averaged over the states: 1 where every lane has one direction."},
    {"final", "", "Order of the last state that was looked at."},
    {"greatest", "", "Greatest order of any state."},
    {"excess_mean", "", "(order - order by chance) / (1 - order by chance), averaged over the states."},
    {"excess_final", "", "The same of the last state that was looked at."},
}};

class LaneOrder final : public Metric {
 public:
  LaneOrder(const LaneOrderDef& def, const Simulator& simulator)
      : left_{-def.along.y, def.along.x, 0.0},
        half_width_(def.half_width),
        period_(steps_between(def.every, simulator.world().model().dt)),
        bodies_(GroupDef(), simulator.world()),
        members_(GroupDef{def.group}, simulator.world()) {
    left_ = left_ / length(left_);
  }

  void observe(Observation& observation) override {
    const World& world = observation.world();
    if (world.state.tick % period_ != 0) return;
    agents_.clear();
    for (const AgentIndex i : bodies_.present(world))
      agents_.push_back({dot(left_, observation.state().position(i)), i, members_.contains(i)});
    if (agents_.empty()) return;
    std::ranges::sort(agents_, [](const Walker& a, const Walker& b) {
      return std::tie(a.lateral, a.agent) < std::tie(b.lateral, b.agent);
    });
    const Sample sample = measure(world.time());
    samples_.push_back(sample);
    order_.add(sample.order);
    greatest_.keep_greatest(sample.order);
    if (sample.excess) excess_.add(*sample.excess);
  }

  void report(MetricReport& report) const override {
    constexpr std::string_view kNobody = "nobody was there in any state that was looked at";
    constexpr std::string_view kAlone =
        "by chance alone the order would be 1: no lane has more than two agents";
    const bool is_empty = samples_.empty();
    report.number("mean", order_.mean(), kNobody);
    report.number("final", is_empty ? std::nullopt : std::optional(samples_.back().order), kNobody);
    report.number("greatest", greatest_.value(), kNobody);
    report.number("excess_mean", excess_.mean(), is_empty ? kNobody : kAlone);
    report.number("excess_final", is_empty ? std::nullopt : samples_.back().excess,
                  is_empty ? kNobody : kAlone);
  }

  std::uint64_t row_period() const override { return period_; }
  std::vector<TableColumn> columns() const override {
    return {{"time", "s", "Of the state."},
            {"order", "", "Mean of ((same - opposite) / (same + opposite))^2 of the agents."},
            {"excess", "", "The same beyond chance; missing where chance alone gives 1."}};
  }

  void fill(MetricTable& table) const override {
    for (const Sample& sample : samples_)
      table.add_row({sample.time, sample.order, sample.excess});
  }

 private:
  struct Walker {
    double lateral;  // m
    AgentIndex agent;
    bool is_member;
  };
  struct Sample {
    double time;  // s
    double order;
    std::optional<double> excess;
  };

  // A window slides over the agents, which are sorted by their lateral position. Of n others with directions
  // by chance the square is 1 / n on average.
  Sample measure(double time) const {
    double order = 0.0, by_chance = 0.0;
    std::size_t begin = 0, end = 0, members = 0;  // members: of the group, in the window
    for (const Walker& self : agents_) {
      for (; end < agents_.size() && agents_[end].lateral - self.lateral < half_width_; ++end)
        if (agents_[end].is_member) ++members;
      for (; self.lateral - agents_[begin].lateral >= half_width_; ++begin)
        if (agents_[begin].is_member) --members;
      const double others = static_cast<double>(end - begin - 1);
      if (others == 0.0) continue;
      const double same = static_cast<double>((self.is_member ? members : end - begin - members) - 1);
      const double ratio = (2.0 * same - others) / others;
      order += ratio * ratio;
      by_chance += 1.0 / others;
    }
    const auto count = static_cast<double>(agents_.size());
    order /= count;
    by_chance /= count;
    return {time, order,
            by_chance < 1.0 ? std::optional((order - by_chance) / (1.0 - by_chance)) : std::nullopt};
  }

  Vec3 left_;  // unit
  double half_width_;
  std::uint64_t period_;  // steps
  GroupMembers bodies_, members_;
  std::vector<Walker> agents_;
  std::vector<Sample> samples_;
  RunningMean order_, excess_;
  RunningExtreme greatest_;
};

std::vector<Problem> check_lane_order(const LaneOrderDef& def) {
  if (!(length(def.along) > 0.0)) return {{"/along", "a direction of length zero is none"}};
  return {};
}

constexpr TypedMetric<LaneOrderDef> kTypedLaneOrder = {
    .info = {.name = "lane_order",
             .summary = "Measures whether people who walk in two directions have formed lanes.",
             .source = "Rex and Loewen, Lane formation in oppositely charged colloids driven by an electric "
                       "field (2007); Nowak and Schadschneider (2012)",
             .example = R"({"lanes": {"type": "lane_order", "group": "eastbound"}})",
             .related = "polarization, area",
             .not_in_space =
                 "lanes lie beside each other in the plane; polarization tells how alike headings are"},
    .fields = kLaneOrderFields,
    .outputs = kLaneOrderOutputs,
    .check = check_lane_order,
    .unasked = Unasked::never,
    .has_rows = true,
    .inspect = [](const LaneOrderDef& def, const World& world) { return inspect_sampling(def.every, world); },
    .make = construct<LaneOrder>,
};

}  // namespace

extern constexpr MetricKind kLaneOrderMetric = make_metric<kTypedLaneOrder>();

}  // namespace drover
