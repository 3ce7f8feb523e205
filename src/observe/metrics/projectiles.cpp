// projectiles: how many are fired, and what becomes of them.
#include <algorithm>
#include <array>
#include <string>

#include "observe/metrics/metric.h"
#include "observe/metrics/running.h"
#include "observe/metrics/sampling.h"
#include "observe/record/projectile_rows.h"

namespace drover {
namespace {

struct ProjectilesDef {
  bool flights = false;
  double every = 0.1;
};

constexpr auto kProjectilesFields = fields(
    field<&ProjectilesDef::flights>(
        {.key = "flights",
         .doc = "Whether the table has rows of projectiles in states, beside those of shots and of what "
                "ended flights."}),
    field<&ProjectilesDef::every>({.key = "every",
                                   .unit = "s",
                                   .range = kSamplingRange,
                                   .doc = "Time between two rows of a flight; 0: every state.",
                                   .read_when = when("flights", "true")}));

constexpr std::array<MetricOutput, 22> kProjectilesOutputs = {{
    {"fired", "", "Projectiles that were fired."},
    {"hits", "", "Those that hit agents."},
    {"hit_share", "", "Share of the ended flights that hit agents."},
    {"obstacle", "", "Those that ended at obstacles."},
    {"wall", "", "At walls."},
    {"ground", "", "At the ground."},
    {"fuse", "", "By their fuse."},
    {"lifetime", "", "By their lifetime."},
    {"range", "", "Instant shots that hit nothing."},
    {"lost", "", "Farther away than scenarios reach."},
    {"explosions", "", "Those that exploded."},
    {"caught_in_blast", "", "Times that an explosion reached an agent, those of events too."},
    {"bounces", "", "Times that balls bounced off something."},
    {"caught", "", "Times that agents caught a ball."},
    {"thrown", "", "Times that they threw one."},
    {"held_final", "", "Balls in hands, in the last state."},
    {"flight_time", "s", "Of an ended flight, on average."},
    {"in_flight_maximum", "", "Most of them in any state."},
    {"in_flight_final", "", "In the last state."},
    {"unsolved", "", "Times that an agent would have fired and found no way to hit."},
    {"kept_back", "", "Shots that were not fired because max_projectiles were in flight."},
    {"dry", "", "Times that an agent would have fired and had nothing to fire."},
}};

std::uint64_t sum_of(const std::vector<std::uint32_t>& counts) {
  std::uint64_t sum = 0;
  for (const std::uint32_t count : counts)
    sum += count;
  return sum;
}

class Projectiles final : public Metric {
 public:
  Projectiles(const ProjectilesDef& def, const Simulator& simulator)
      : flights_(def.flights),
        period_(steps_between(def.every, simulator.world().model().dt)),
        rows_(simulator.world().model()),
        columns_(projectile_columns(simulator.world().model())) {}

  void observe(Observation& observation) override {
    const World& world = observation.world();
    note(rows_.news(observation.simulator()), world.model());
    caught_in_blast_ = sum_of(world.state.pushes.blasts);
    if (!world.model().projectiles.exists()) return;
    if (!observation.is_first()) count_step(observation.simulator());
    in_flight_ = world.state.projectile_counts.in_flight[0];
    most_ = std::max(most_, in_flight_);
    unsolved_ = sum_of(world.state.shots.unsolved);
    kept_back_ = sum_of(world.state.shots.kept_back);
    dry_ = sum_of(world.state.shots.dry);
    held_ = static_cast<std::uint64_t>(
        std::ranges::count_if(world.state.hands.ball, [](std::uint32_t ball) { return ball != 0; }));
    if (flights_ && world.state.tick % period_ == 0) note(rows_.states(world), world.model());
  }

  void report(MetricReport& report) const override {
    const auto ended_by = [&](Met met) { return ends_[static_cast<std::size_t>(met)]; };
    report.count("fired", fired_);
    report.count("hits", ended_by(Met::agent));
    report.number(
        "hit_share",
        ratio_of(static_cast<double>(ended_by(Met::agent)), static_cast<double>(flight_time_.count())),
        "no flight ended");
    report.count("obstacle", ended_by(Met::obstacle));
    report.count("wall", ended_by(Met::wall));
    report.count("ground", ended_by(Met::ground));
    report.count("fuse", ended_by(Met::fuse));
    report.count("lifetime", ended_by(Met::lifetime));
    report.count("range", ended_by(Met::range));
    report.count("lost", ended_by(Met::lost));
    report.count("explosions", explosions_);
    report.count("caught_in_blast", caught_in_blast_);
    report.count("bounces", bounces_);
    report.count("caught", handled_[static_cast<std::size_t>(Handled::caught)]);
    report.count("thrown", handled_[static_cast<std::size_t>(Handled::thrown)]);
    report.count("held_final", held_);
    report.number("flight_time", flight_time_.mean(), "no flight ended");
    report.count("in_flight_maximum", most_);
    report.count("in_flight_final", in_flight_);
    report.count("unsolved", unsolved_);
    report.count("kept_back", kept_back_);
    report.count("dry", dry_);
  }

  std::vector<TableColumn> columns() const override { return columns_; }

  void fill(MetricTable& table) const override {
    std::vector<MetricTable::Cell> cells(columns_.size(), std::uint64_t{0});
    for (std::size_t row = 0; row < words_.size(); row += cells.size()) {
      std::copy_n(words_.begin() + static_cast<std::ptrdiff_t>(row), cells.size(), cells.begin());
      table.add_row(cells);
    }
  }

 private:
  void count_step(const Simulator& simulator) {
    fired_ += simulator.shots().size();
    for (const Handling& handling : simulator.handlings())
      ++handled_[static_cast<std::size_t>(handling.what)];
    for (const Impact& impact : simulator.impacts()) {
      if (impact.exploded) ++explosions_;
      if (impact.bounced) {
        ++bounces_;
      } else {
        ++ends_[static_cast<std::size_t>(impact.hit.met)];
        flight_time_.add(impact.time - impact.launched);
      }
    }
  }

  void note(std::span<const ProjectileRow> rows, const Model& model) {
    for (const ProjectileRow& row : rows) {
      words_.resize(words_.size() + columns_.size());
      put_projectile(row, model, std::span(words_).last(columns_.size()));
    }
  }

  bool flights_;
  std::uint64_t period_;  // steps
  ProjectileRows rows_;
  std::vector<TableColumn> columns_;
  std::uint64_t fired_ = 0, bounces_ = 0, in_flight_ = 0, most_ = 0, unsolved_ = 0, kept_back_ = 0,
                explosions_ = 0, caught_in_blast_ = 0, dry_ = 0, held_ = 0;
  std::array<std::uint64_t, kHandledNames.size()> handled_ = {};
  std::array<std::uint64_t, kMetNames.size()> ends_ = {};
  RunningMean flight_time_;
  std::vector<std::uint64_t> words_;  // of the table, row by row
};

constexpr TypedMetric<ProjectilesDef> kTypedProjectiles = {
    .info = {.name = "projectiles",
             .summary = "Counts projectiles and what ends their flights, with a table of shots and ends.",
             .source = "drover's own",
             .example = R"({"projectiles": {"flights": true, "every": 0.2}})",
             .related = "population",
             .in_space = true},
    .fields = kProjectilesFields,
    .outputs = kProjectilesOutputs,
    .unasked = Unasked::never,
    .has_rows = true,
    .make = construct<Projectiles>,
};

}  // namespace

extern constexpr MetricKind kProjectilesMetric = make_metric<kTypedProjectiles>();

}  // namespace drover
