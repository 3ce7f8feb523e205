// line_crossings: how many agents cross a line, in which direction, how often.
#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "observe/metrics/crossing.h"
#include "observe/metrics/group_members.h"
#include "observe/metrics/metric.h"
#include "observe/metrics/running.h"
#include "observe/metrics/sampling.h"

namespace drover {

// Which crossings of an agent count.
DROVER_ENUM(CrossingsCounted, every, first, last)

namespace {

struct LineCrossingsDef {
  Vec3 from;
  Vec3 to;
  CrossingsCounted counted = CrossingsCounted::every;
  double every = 0.0;
  double clog_gap = 1.0;
  GroupDef members;
};

constexpr auto kLineCrossingsFields = join(
    fields(
        field<&LineCrossingsDef::from>({.key = "from",
                                        .unit = "m",
                                        .doc = "Where the line begins; the point belongs to it.",
                                        .required = true}),
        field<&LineCrossingsDef::to>({.key = "to",
                                      .unit = "m",
                                      .doc = "Where it ends; the point does not belong to it. Plus is "
                                             "from its right to its left.",
                                      .required = true}),
        field<&LineCrossingsDef::counted>(
            {.key = "counted",
             .doc = "Which crossings of an agent count, for all outputs and rows. every: an agent that sways "
                    "on the line or comes back counts each time. first, last: each agent counts once."}),
        field<&LineCrossingsDef::every>(
            {.key = "every",
             .unit = "s",
             .range = kSamplingRange,
             .doc = "The table has a row for every interval of this length, its end excluded; 0: a row for "
                    "every crossing."}),
        field<&LineCrossingsDef::clog_gap>({.key = "clog_gap",
                                            .unit = "s",
                                            .range = kNotNegative,
                                            .doc = "A longer time between two crossings is a clog."})),
    embed<&LineCrossingsDef::members>(kGroupFields));

constexpr std::array<MetricOutput, 16> kLineCrossingsOutputs = {{
    {"count", "",
     "Crossings in both directions: of agents, where only the first or last one of each counts."},
    {"plus", "", "Crossings from the right of the line to its left."},
    {"minus", "", "Crossings from the left to the right."},
    {"flow", "1/s", "(N - 1) / (t_N - t_1) of the N crossings at the times t; absent with fewer than two."},
    {"flow_plus", "1/s", "The same of the plus direction."},
    {"flow_minus", "1/s", "The same of the minus direction."},
    {"headway", "s", "Mean time between two crossings that follow each other, in one direction."},
    {"headway_plus", "s", "The same in the plus direction."},
    {"headway_minus", "s", "The same in the minus direction."},
    {"headway_least", "s", "Least time between two crossings that follow each other in one direction."},
    {"headway_greatest", "s", "Greatest such time."},
    {"clogs", "", "Times between two crossings in one direction that are longer than clog_gap."},
    {"first", "s", "Time of the first crossing."},
    {"last", "s", "Time of the last crossing."},
    {"speed", "m/s", "Mean speed of the agents in the steps in which they cross."},
    {"density", "1/m^2", "flow / (length of the line * speed): method A of Seyfried et al. (2010)."},
}};

class LineCrossings final : public Metric {
 public:
  LineCrossings(const LineCrossingsDef& def, const Simulator& simulator)
      : def_(def),
        line_{def.from, def.to},
        dt_(simulator.world().model().dt),
        period_(steps_between(def.every, dt_)),
        members_(def.members, simulator.world()) {}

  void observe(Observation& observation) override {
    const World& world = observation.world();
    tick_ = world.state.tick;
    if (observation.is_first()) {
      first_tick_ = tick_;
      return;
    }
    const std::size_t before = events_.size();
    for (const AgentIndex i : members_.present(world)) {
      if (!observation.travelled(i)) continue;
      const Vec3 a = observation.before().position(i);
      const Vec3 b = observation.state().position(i);
      visit_crossings(line_, world.model().bounds, a, b, [&](const Crossing& crossing) {
        const double steps = static_cast<double>(tick_ - 1) + crossing.fraction;
        const double speed = length(world.model().bounds.displacement(a, b)) / dt_;
        events_.push_back(
            {steps, world.model().agents.number[i], crossing.right_to_left, crossing.position, speed});
      });
    }
    std::sort(events_.begin() + static_cast<std::ptrdiff_t>(before), events_.end(),
              [](const Event& a, const Event& b) {
                return std::tie(a.steps, a.agent) < std::tie(b.steps, b.agent);
              });
  }

  void report(MetricReport& report) const override {
    Course all, plus, minus;
    RunningMean speed;
    for (const Event& event : counted_events()) {
      speed.add(event.speed);
      all.add(event.steps * dt_, kInfinity);
      (event.is_plus ? plus : minus).add(event.steps * dt_, def_.clog_gap);
    }
    report.count("count", all.count);
    report.count("plus", plus.count);
    report.count("minus", minus.count);
    report_flow(report, "flow", all, "crossings");
    report_flow(report, "flow_plus", plus, "crossings in the plus direction");
    report_flow(report, "flow_minus", minus, "crossings in the minus direction");
    RunningMean headways;
    RunningExtreme least, greatest;
    for (const Course* course : {&plus, &minus}) {
      headways.add_all(course->headways);
      if (course->least.value()) least.keep_least(*course->least.value());
      if (course->greatest.value()) greatest.keep_greatest(*course->greatest.value());
    }
    const std::string few = "fewer than two crossings in one direction";
    report.number("headway", headways.mean(), few);
    report.number("headway_plus", plus.headways.mean(), too_few(plus, "crossings in the plus direction"));
    report.number("headway_minus", minus.headways.mean(), too_few(minus, "crossings in the minus direction"));
    report.number("headway_least", least.value(), few);
    report.number("headway_greatest", greatest.value(), few);
    report.count("clogs", plus.clogs + minus.clogs);
    report.number("first", all.first, "nothing crossed the line");
    report.number("last", all.last, "nothing crossed the line");
    report.number("speed", speed.mean(), "nothing crossed the line");
    const double width = length(def_.to - def_.from);
    const std::optional<double> flow = all.flow();
    report.number("density",
                  flow ? std::optional(*flow / (width * speed.mean().value_or(0.0))) : std::nullopt,
                  too_few(all, "crossings"));
  }

  std::vector<TableColumn> columns() const override {
    if (def_.every == 0.0) {
      return {{"time", "s", "When the agent crossed, interpolated within the step."},
              {"agent", "", "Its number.", ColumnType::integer},
              {"direction", "", "plus: from right to left; minus.", ColumnType::text, {"plus", "minus"}},
              {"x", "m", "Where it crossed."},
              {"y", "m", "Where it crossed."}};
    }
    return {{"time", "s", "When the interval begins."},
            {"plus", "", "Crossings from right to left in the interval.", ColumnType::integer},
            {"minus", "", "Crossings from left to right in the interval.", ColumnType::integer},
            {"count", "", "All crossings from the start to the end of the interval.", ColumnType::integer}};
  }

  std::uint64_t row_period() const override { return def_.every > 0.0 ? period_ : 0; }
  void fill(MetricTable& table) const override {
    const std::vector<Event> events = counted_events();
    if (def_.every > 0.0) return fill_intervals(events, table);
    for (const Event& event : events) {
      table.add_row({event.steps * dt_, std::uint64_t{event.agent}, std::uint64_t{event.is_plus ? 0u : 1u},
                     event.position.x, event.position.y});
    }
  }

 private:
  struct Event {
    double steps;  // since the start of the scenario
    std::uint32_t agent;
    bool is_plus;
    Vec3 position;  // m
    double speed;   // in the step [m/s]
  };

  // What follows from the times of crossings, added in ascending order [s].
  struct Course {
    std::uint64_t count = 0;
    std::optional<double> first, last;
    RunningMean headways;
    RunningExtreme least, greatest;
    std::uint64_t clogs = 0;

    void add(double time, double clog_gap) {
      ++count;
      if (!first) first = time;
      if (last) {
        headways.add(time - *last);
        least.keep_least(time - *last);
        greatest.keep_greatest(time - *last);
        if (time - *last > clog_gap) ++clogs;
      }
      last = time;
    }
    std::optional<double> flow() const {
      if (count < 2 || !(*last > *first)) return std::nullopt;
      return static_cast<double>(count - 1) / (*last - *first);
    }
  };

  static std::string too_few(const Course& course, std::string_view what) {
    if (course.count < 2) return fmt::format("fewer than two {}: {}", what, course.count);
    return fmt::format("all {} took place at once", what);
  }
  static void report_flow(MetricReport& report, std::string_view output, const Course& course,
                          std::string_view what) {
    report.number(output, course.flow(), too_few(course, what));
  }

  // Those that count, ascending in time.
  std::vector<Event> counted_events() const {
    if (def_.counted == CrossingsCounted::every) return events_;
    std::vector<Event> counted;
    std::set<std::uint32_t> seen;
    const auto add = [&](const Event& event) {
      if (seen.insert(event.agent).second) counted.push_back(event);
    };
    if (def_.counted == CrossingsCounted::first) {
      std::for_each(events_.begin(), events_.end(), add);
    } else {
      std::for_each(events_.rbegin(), events_.rend(), add);
      std::reverse(counted.begin(), counted.end());
    }
    return counted;
  }

  // Intervals count from the start of the scenario. The one that the last state is in is there, as far as the
  // run got; the last state itself begins one only where something crosses right then.
  void fill_intervals(const std::vector<Event>& events, MetricTable& table) const {
    const auto interval_of = [&](double steps) {
      return static_cast<std::uint64_t>(std::floor(steps / static_cast<double>(period_)));
    };
    std::uint64_t end = (tick_ + period_ - 1) / period_;
    if (!events.empty()) end = std::max(end, interval_of(events.back().steps) + 1);
    std::uint64_t count = 0;
    auto event = events.begin();
    for (std::uint64_t k = first_tick_ / period_; k < end; ++k) {
      std::uint64_t plus = 0, minus = 0;
      for (; event != events.end() && interval_of(event->steps) == k; ++event)
        ++(event->is_plus ? plus : minus);
      count += plus + minus;
      table.add_row({static_cast<double>(k * period_) * dt_, plus, minus, count});
    }
  }

  LineCrossingsDef def_;
  CountingLine line_;
  double dt_;
  std::uint64_t period_;  // steps
  GroupMembers members_;
  std::uint64_t first_tick_ = 0, tick_ = 0;
  std::vector<Event> events_;  // ascending in time
};

std::vector<Problem> check_line_crossings(const LineCrossingsDef& def) {
  if (def.from == def.to) return {{"/to", "the line has no length: \"from\" and \"to\" are the same point"}};
  return {};
}

std::vector<Problem> inspect_line_crossings(const LineCrossingsDef& def, const World& world) {
  std::vector<Problem> problems = inspect_sampling(def.every, world);
  const Bounds& bounds = world.model().bounds;
  if (!bounds.wraps()) return problems;
  for (const auto& [key, point] : {std::pair{"/from", def.from}, std::pair{"/to", def.to}}) {
    if (bounds.contains(point)) continue;
    problems.push_back(
        {.pointer = key,
         .message = "the line lies beyond the edges of a world that wraps, where no agent gets",
         .severity = Severity::warning});
  }
  return problems;
}

constexpr TypedMetric<LineCrossingsDef> kTypedLineCrossings = {
    .info = {.name = "line_crossings",
             .summary =
                 "Counts how often agents cross a line, or how many do: direction, flow, headways. Births, "
                 "removals and teleports do not cross.",
             .source = "Seyfried et al., Enhanced empirical data for the fundamental diagram and the flow "
                       "through bottlenecks (2010)",
             .example = R"({"door": {"type": "line_crossings", "from": [10, 4], "to": [10, 6]}})",
             .related = "area, evacuation, throughput",
             .not_in_space = "a line has no sides in space; evacuation tells who left a region"},
    .fields = kLineCrossingsFields,
    .outputs = kLineCrossingsOutputs,
    .check = check_line_crossings,
    .unasked = Unasked::never,
    .looks_back = true,
    .has_rows = true,
    .inspect = inspect_line_crossings,
    .mark = [](const LineCrossingsDef& def) { return MetricMark{.from = def.from, .to = def.to}; },
    .make = construct<LineCrossings>,
};

}  // namespace

extern constexpr MetricKind kLineCrossingsMetric = make_metric<kTypedLineCrossings>();

}  // namespace drover
