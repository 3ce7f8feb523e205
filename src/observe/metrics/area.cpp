// area: how many agents are in a region, how dense and how fast, over time.
#include <algorithm>
#include <array>

#include "observe/metrics/group_members.h"
#include "observe/metrics/metric.h"
#include "observe/metrics/running.h"
#include "observe/metrics/sampling.h"
#include "observe/metrics/voronoi_cells.h"
#include "observe/metrics/waiting_rule.h"
#include "sim/state/region_heights.h"

namespace drover {

// How density and speed of an area are found.
DROVER_ENUM(AreaMethod, count, voronoi)

namespace {

struct AreaDef {
  Reference region{ReferenceType::region, {}, kNoIndex};
  AreaMethod method = AreaMethod::count;
  double cutoff = 1.0;
  double every = 0.5;
  double width = 0.0;
  WaitingRuleDef waiting;
  GroupDef members;
};

constexpr auto kAreaFields = join(
    join(
        fields(
            field<&AreaDef::region>(
                {.key = "region", .doc = "Which one; its border is inside.", .required = true}),
            field<&AreaDef::method>(
                {.key = "method",
                 .doc = "How density and speed are found. count: agents inside over the size of the region. "
                        "voronoi: the mean over the region of one over the size of the cell a point lies in; "
                        "walls and obstacles end cells."}),
            field<&AreaDef::cutoff>(
                {.key = "cutoff",
                 .unit = "m",
                 .range = left_open(0, 1e3),
                 .doc = "Of voronoi: points farther from every agent belong to no cell."}),
            field<&AreaDef::every>({.key = "every",
                                    .unit = "s",
                                    .range = kSamplingRange,
                                    .doc = "Time between the states that are looked at; 0: every state."}),
            field<&AreaDef::width>({.key = "width",
                                    .unit = "m",
                                    .range = closed(0, 1e6),
                                    .doc = "Across the way of the agents: the flow is that through this "
                                           "width [1/s]; 0: through a meter [1/(m s)]."})),
        embed<&AreaDef::waiting>(kWaitingFields)),
    embed<&AreaDef::members>(kGroupFields));

constexpr std::array<MetricOutput, 14> kAreaOutputs = {{
    {"count_mean", "", "Agents inside, averaged over the states."},
    {"count_maximum", "", "Most agents inside in any state."},
    {"count_final", "", "Agents inside in the last state that was looked at."},
    {"density_mean", "1/m^2", "Density, averaged over the states."},
    {"density_maximum", "1/m^2", "Greatest density of any state."},
    {"density_final", "1/m^2", "Density in the last state that was looked at."},
    {"speed_mean", "m/s", "Speed of the states that have one, averaged over them."},
    {"flow_mean", "1/(m s) or 1/s",
     "Density times speed (times width), 0 without agents, averaged over the states."},
    {"flow_maximum", "1/(m s) or 1/s", "Greatest flow of any state."},
    {"pressure_maximum", "1/s^2", "Greatest density times variance of the velocities inside, of any state."},
    {"waiting", "s", "Time agents waited inside, summed over the agents."},
    {"waiting_maximum", "", "Most agents that waited inside in any state."},
    {"first_empty", "s", "Time of the first state that was looked at with nobody inside."},
    {"last_empty", "s", "Time of the last such state."},
}};

class Area final : public Metric {
 public:
  Area(const AreaDef& def, const Simulator& simulator)
      : def_(def),
        dt_(simulator.world().model().dt),
        period_(steps_between(def.every, dt_)),
        width_(def.width > 0.0 ? def.width : 1.0),
        region_(region_named(def.region, simulator.world())),
        area_(region_.shape),
        cells_(def.cutoff),
        waiting_(def.waiting, simulator.world()),
        members_(def.members, simulator.world()) {}

  void observe(Observation& observation) override {
    const World& world = observation.world();
    if (world.state.tick % period_ != 0) return;
    Sample sample = count(observation);
    if (def_.method == AreaMethod::voronoi) measure_cells(observation, sample);
    sample.flow = sample.density * sample.speed.value_or(0.0) * width_;
    waited_ += static_cast<double>(sample.waiting) * dt_ * static_cast<double>(period_);
    samples_.push_back(sample);
  }

  void report(MetricReport& report) const override {
    RunningMean count, density, speed, flow;
    RunningExtreme density_most, flow_most, pressure_most;
    std::uint64_t count_most = 0, waiting_most = 0;
    std::optional<double> first_empty, last_empty;
    for (const Sample& sample : samples_) {
      count.add(static_cast<double>(sample.count));
      count_most = std::max(count_most, sample.count);
      density.add(sample.density);
      density_most.keep_greatest(sample.density);
      if (sample.speed) speed.add(*sample.speed);
      flow.add(sample.flow);
      flow_most.keep_greatest(sample.flow);
      pressure_most.keep_greatest(sample.pressure);
      waiting_most = std::max(waiting_most, sample.waiting);
      if (sample.count > 0) continue;
      if (!first_empty) first_empty = sample.time;
      last_empty = sample.time;
    }
    constexpr std::string_view kNoState = "no state was looked at";
    const auto report_count = [&](std::string_view output, std::uint64_t value) {
      samples_.empty() ? report.number(output, std::nullopt, kNoState) : report.count(output, value);
    };
    const Sample last = samples_.empty() ? Sample() : samples_.back();
    report.number("count_mean", count.mean(), kNoState);
    report_count("count_maximum", count_most);
    report_count("count_final", last.count);
    report.number("density_mean", density.mean(), kNoState);
    report.number("density_maximum", density_most.value(), kNoState);
    report.number("density_final", samples_.empty() ? std::nullopt : std::optional(last.density), kNoState);
    report.number("speed_mean", speed.mean(), "nobody was inside in any state that was looked at");
    report.number("flow_mean", flow.mean(), kNoState);
    report.number("flow_maximum", flow_most.value(), kNoState);
    report.number("pressure_maximum", pressure_most.value(), kNoState);
    report.number("waiting", waited_);
    report_count("waiting_maximum", waiting_most);
    report.number("first_empty", first_empty, "somebody was inside in every state that was looked at");
    report.number("last_empty", last_empty, "somebody was inside in every state that was looked at");
  }

  std::uint64_t row_period() const override { return period_; }
  std::vector<TableColumn> columns() const override {
    return {{"time", "s", "Of the state."},
            {"count", "", "Agents inside.", ColumnType::integer},
            {"density", "1/m^2", "By the method of the metric."},
            {"speed", "m/s", "Mean speed by the method of the metric; missing where there is nobody."},
            {"flow", def_.width > 0.0 ? "1/s" : "1/(m s)", "Density times speed (times width)."},
            {"pressure", "1/s^2", "Density times variance of the velocities of those inside."},
            {"waiting", "", "Agents inside that wait.", ColumnType::integer}};
  }

  void fill(MetricTable& table) const override {
    for (const Sample& sample : samples_) {
      table.add_row({sample.time, sample.count, sample.density, sample.speed, sample.flow, sample.pressure,
                     sample.waiting});
    }
  }

 private:
  struct Sample {
    double time = 0.0;  // s
    std::uint64_t count = 0;
    double density = 0.0;              // 1/m^2
    std::optional<double> speed = {};  // m/s
    double flow = 0.0;                 // 1/(m s), or 1/s
    double pressure = 0.0;             // 1/s^2
    std::uint64_t waiting = 0;
  };

  Sample count(const Observation& observation) {
    Sample sample{.time = observation.world().time()};
    RunningMean speed, speed2, vx, vy;
    for (const AgentIndex i : members_.present(observation.world())) {
      if (!region_.encloses(observation.state().position(i))) continue;
      if (height_off(observation.world(), region_, i) > 0.0) continue;
      const Vec3 velocity = observation.state().velocity(i);
      ++sample.count;
      speed.add(length(velocity));
      vx.add(velocity.x);
      vy.add(velocity.y);
      speed2.add(length2(velocity));
      if (waiting_.is_waiting(observation, i)) ++sample.waiting;
    }
    sample.density = static_cast<double>(sample.count) / area_.size();
    sample.speed = speed.mean();
    if (sample.count > 0) {
      const double variance = *speed2.mean() - *vx.mean() * *vx.mean() - *vy.mean() * *vy.mean();
      sample.pressure = sample.density * larger(variance, 0.0);
    }
    return sample;
  }

  // D = sum of |cell within the region| / |cell| over |region|, and the same of the speeds with the cells'
  // parts themselves (Steffen and Seyfried 2010).
  void measure_cells(const Observation& observation, Sample& sample) {
    const World& world = observation.world();
    cells_.begin(world);
    double persons = 0.0, speeds = 0.0;
    for (const AgentIndex i : members_.present(world)) {
      const double covered = covered_by(world, i);
      if (!(covered > 0.0)) continue;
      persons += covered / cell_area_;
      speeds += covered * length(observation.state().velocity(i));
    }
    const double density = persons / area_.size();
    if (sample.density > 0.0) sample.pressure *= density / sample.density;
    sample.density = density;
    sample.speed = persons > 0.0 ? std::optional(speeds / area_.size()) : std::nullopt;
  }

  // How much of the region lies in the cell of an agent [m^2]; cell_area_ is then that of the whole cell. In
  // a world that wraps, images of the agent reach into the region too.
  double covered_by(const World& world, AgentIndex agent) {
    const Vec3 p = world.state.motion.position(agent);
    const StarPolygon* cell = nullptr;
    double covered = 0.0;
    visit_images(world.model().bounds, [&](Vec3 offset) {
      if (!area_.is_near(p + offset, def_.cutoff)) return;
      if (cell == nullptr) {
        cell = cells_.cell(agent);
        if (cell == nullptr) return;
        cell_area_ = cell->area(def_.cutoff);
      }
      covered += area_.covered(*cell, p + offset, def_.cutoff);
    });
    return covered;
  }

  AreaDef def_;
  double dt_;
  std::uint64_t period_;  // steps
  double width_;          // m
  const Region& region_;  // of the model
  MeasuredArea area_;
  VoronoiCells cells_;
  double cell_area_ = 0.0;  // m^2
  WaitingRule waiting_;
  GroupMembers members_;
  std::vector<Sample> samples_;
  double waited_ = 0.0;  // s
};

// Whether the box around a region reaches beyond the edges of a bounded world.
bool reaches_beyond(const Shape& region, const Bounds& bounds) {
  return !bounds.contains(region.low()) || !bounds.contains(region.high());
}

std::vector<Problem> inspect_area(const AreaDef& def, const World& world) {
  std::vector<Problem> problems = inspect_sampling(def.every, world);
  const Bounds& bounds = world.model().bounds;
  if (bounds.is_bounded() && bounds.edge() != Edge::open &&
      reaches_beyond(region_named(def.region, world).shape, bounds)) {
    problems.push_back({.pointer = "/region",
                        .message =
                            "the region reaches beyond the edges of the world, where no agent gets: the "
                            "density is too low",
                        .severity = Severity::warning});
  }
  if (def.method == AreaMethod::count && def.cutoff != AreaDef().cutoff) {
    problems.push_back({.pointer = "/cutoff",
                        .message = "\"cutoff\" has no effect with the method count",
                        .hint = "It is for \"method\": \"voronoi\".",
                        .severity = Severity::warning});
  }
  std::ranges::move(inspect_goal_radius("goal_radius", def.waiting.goal_radius, WaitingRuleDef().goal_radius,
                                        def.members, world),
                    std::back_inserter(problems));
  return problems;
}

constexpr TypedMetric<AreaDef> kTypedArea = {
    .info = {.name = "area",
             .summary =
                 "Measures a region over time: agents inside, density, speed, flow, waiting. Its rows are "
                 "the fundamental diagram.",
             .source = "Steffen and Seyfried, Methods for measuring pedestrian density, flow, speed and "
                       "direction with minimal scatter (2010); pressure: Helbing et al. (2007)",
             .example = R"({"hall": {"type": "area", "region": "hall", "method": "voronoi", "every": 0.5}})",
             .related = "line_crossings, evacuation, waiting",
             .not_in_space =
                 "its densities are per square meter; nearest_neighbor tells how dense a group is"},
    .fields = kAreaFields,
    .outputs = kAreaOutputs,
    .unasked = Unasked::never,
    .has_rows = true,
    .inspect = inspect_area,
    .mark = [](const AreaDef& def) { return MetricMark{.region = def.region.name}; },
    .make = construct<Area>,
};

}  // namespace

extern constexpr MetricKind kAreaMetric = make_metric<kTypedArea>();

}  // namespace drover
