// evacuation: how long it takes until a share of the agents in a region has left it.
#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include <fmt/format.h>

#include "observe/metrics/group_members.h"
#include "observe/metrics/metric.h"
#include "observe/metrics/running.h"
#include "observe/metrics/sampling.h"
#include "sim/definitions/ticks.h"
#include "sim/state/region_heights.h"

namespace drover {
namespace {

struct EvacuationDef {
  Reference region{ReferenceType::region, {}, kNoIndex};
  double share = 0.95;
  double from = 0.0;
  GroupDef members;
};

constexpr auto kEvacuationFields = join(
    fields(
        field<&EvacuationDef::region>(
            {.key = "region", .doc = "Which one; its border is inside.", .required = true}),
        field<&EvacuationDef::share>(
            {.key = "share", .range = kProbability, .doc = "`time` is when this part of the agents is out."}),
        field<&EvacuationDef::from>({.key = "from",
                                     .unit = "s",
                                     .range = closed(0, 1e9),
                                     .doc = "The agents are those that are inside at this time."})),
    embed<&EvacuationDef::members>(kGroupFields));

constexpr std::array<MetricOutput, 6> kEvacuationOutputs = {{
    {"agents", "", "Agents that were inside at `from`."},
    {"out", "", "How many of them are out in the last state, or gone."},
    {"share", "", "out / agents; absent without agents."},
    {"time", "s", "When the agent came out that completes `share`: number ceil(share * agents)."},
    {"first", "s", "When the first one came out for good."},
    {"all", "s", "When the last one came out; absent while one is inside."},
}};

class Evacuation final : public Metric {
 public:
  Evacuation(const EvacuationDef& def, const Simulator& simulator)
      : def_(def),
        start_(first_tick_from(def.from, simulator.world().model().dt)),
        region_(region_named(def.region, simulator.world())),
        members_(def.members, simulator.world()) {}

  // The first state at or after `from` decides who takes part.
  void observe(Observation& observation) override {
    const World& world = observation.world();
    if (world.state.tick < start_) return;
    if (!has_begun_) {
      has_begun_ = true;
      for (const AgentIndex i : members_.present(world)) {
        if (is_inside(world, i)) agents_.push_back({i, world.model().agents.number[i], {}});
      }
      return;
    }
    for (Leaver& leaver : agents_) {
      if (world.is_present(leaver.agent) && is_inside(world, leaver.agent)) {
        leaver.out_since.reset();
      } else if (!leaver.out_since) {
        leaver.out_since = world.time();
      }
    }
  }

  void report(MetricReport& report) const override {
    const std::vector<Leaver> out = in_order();
    const std::size_t total = agents_.size();
    report.count("agents", total);
    report.count("out", out.size());
    const std::string nobody =
        has_begun_ ? "nobody was inside at the start" : fmt::format("the run ended before {} s", def_.from);
    report.number("share", ratio_of(static_cast<double>(out.size()), static_cast<double>(total)), nobody);
    const auto time_of = [&](std::size_t number) {
      return number == 0 || number > out.size() ? std::nullopt : out[number - 1].out_since;
    };
    const auto why = [&](std::size_t number) {
      return total == 0
                 ? nobody
                 : fmt::format("only {} of {} agents were out at the end, not {}", out.size(), total, number);
    };
    report.number("time", time_of(wanted()), why(wanted()));
    report.number("first", time_of(1), why(1));
    report.number("all", time_of(total), why(total));
  }

  std::vector<TableColumn> columns() const override {
    return {{"time", "s", "When the agent came out for good."},
            {"agent", "", "Its number.", ColumnType::integer},
            {"out", "", "Agents that are out then.", ColumnType::integer},
            {"share", "", "Of all that were inside at the start."}};
  }

  void fill(MetricTable& table) const override {
    const std::vector<Leaver> out = in_order();
    for (std::size_t k = 0; k < out.size(); ++k) {
      const double share = static_cast<double>(k + 1) / static_cast<double>(agents_.size());
      table.add_row({out[k].out_since, std::uint64_t{out[k].number}, std::uint64_t{k + 1}, share});
    }
  }

 private:
  struct Leaver {
    AgentIndex agent;
    std::uint32_t number;
    std::optional<double> out_since;  // s; of the first state after its last one inside
  };

  bool is_inside(const World& world, AgentIndex agent) const {
    return region_.encloses(world.state.motion.position(agent)) && height_off(world, region_, agent) == 0.0;
  }

  // Those that are out, in the order in which they came out.
  std::vector<Leaver> in_order() const {
    std::vector<Leaver> out;
    std::ranges::copy_if(agents_, std::back_inserter(out),
                         [](const Leaver& leaver) { return leaver.out_since.has_value(); });
    std::ranges::sort(out, [](const Leaver& a, const Leaver& b) {
      return std::tie(*a.out_since, a.number) < std::tie(*b.out_since, b.number);
    });
    return out;
  }

  // How many agents the share is, at least one: 0.07 * 100 is more than seven by rounding alone.
  std::size_t wanted() const {
    constexpr double kRounding = 1e-9;
    const double number = std::ceil(def_.share * static_cast<double>(agents_.size()) - kRounding);
    return number < 1.0 ? 1 : static_cast<std::size_t>(number);
  }

  EvacuationDef def_;
  std::uint64_t start_;
  const Region& region_;  // of the model
  GroupMembers members_;
  bool has_begun_ = false;
  std::vector<Leaver> agents_;
};

constexpr TypedMetric<EvacuationDef> kTypedEvacuation = {
    .info = {.name = "evacuation",
             .summary = "Measures how long it takes until the agents of a region are out of it.",
             .source = "RiMEA and IMO MSC.1/Circ.1533 (evacuation times)",
             .example = R"({"out": {"type": "evacuation", "region": "hall", "share": 0.95}})",
             .related = "line_crossings, area, arrivals",
             .in_space = true},
    .fields = kEvacuationFields,
    .outputs = kEvacuationOutputs,
    .unasked = Unasked::never,
    .has_rows = true,
    .mark = [](const EvacuationDef& def) { return MetricMark{.region = def.region.name}; },
    .make = construct<Evacuation>,
};

}  // namespace

extern constexpr MetricKind kEvacuationMetric = make_metric<kTypedEvacuation>();

}  // namespace drover
