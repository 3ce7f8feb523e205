// projectiles: how many are fired, and what becomes of them.
#include <algorithm>
#include <array>
#include <string>

#include "observe/metrics/metric.h"
#include "observe/metrics/running.h"
#include "observe/metrics/sampling.h"

namespace drover {
namespace {

struct ProjectilesDef {
  bool flights = false;
  double every = 0.1;
};

constexpr auto kProjectilesFields = fields(
    field<&ProjectilesDef::flights>(
        {.key = "flights",
         .doc = "Whether the table has rows of projectiles in flight, beside those of shots and of what "
                "ended flights."}),
    field<&ProjectilesDef::every>({.key = "every",
                                   .unit = "s",
                                   .range = kSamplingRange,
                                   .doc = "Time between two rows of a flight; 0: every state.",
                                   .read_when = when("flights", "true")}));

constexpr std::array<MetricOutput, 21> kProjectilesOutputs = {{
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
      : flights_(def.flights), period_(steps_between(def.every, simulator.world().model().dt)) {
    for (const ProjectileType& type : simulator.world().model().projectiles.types)
      type_names_.push_back(type.name);
  }

  void observe(Observation& observation) override {
    const World& world = observation.world();
    if (!world.model().projectiles.exists()) return;
    if (!observation.is_first()) note_step(observation.simulator());
    in_flight_ = world.state.projectile_counts.in_flight[0];
    most_ = std::max(most_, in_flight_);
    unsolved_ = sum_of(world.state.shots.unsolved);
    kept_back_ = sum_of(world.state.shots.kept_back);
    dry_ = sum_of(world.state.shots.dry);
    held_ = static_cast<std::uint64_t>(
        std::ranges::count_if(world.state.hands.ball, [](std::uint32_t ball) { return ball != 0; }));
    if (flights_ && world.state.tick % period_ == 0) note_flights(world);
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

  std::vector<TableColumn> columns() const override {
    std::vector<std::string> events{"fired", "flight"};
    events.insert(events.end(), kMetNames.begin() + 1, kMetNames.end());
    events.insert(events.end(), kHandledNames.begin(), kHandledNames.end());
    events.emplace_back("explosion");
    return {
        {"time", "s", "Of the row."},
        {"projectile", "", "Its number, from 1.", ColumnType::integer},
        {"type", "", "Its type.", ColumnType::text, type_names_},
        {"event", "",
         "fired, flight, or what it met or what ended it: agent, obstacle, wall, ground, ball, fuse, "
         "lifetime, range, lost; balls and what has a fuse go on from what they meet. What hands did: "
         "caught, thrown, dropped, taken. explosion: behind the end of one that exploded.",
         ColumnType::text, std::move(events)},
        {"owner", "", "The agent that fired or threw it last; empty without."},
        {"hit", "", "The agent or the ball that it met, or whose hands it came into or left; empty without."},
        {"x", "m", "Where it is."},
        {"y", "m", ""},
        {"z", "m", ""},
        {"vx", "m/s", "Its velocity; of one that met something before that."},
        {"vy", "m/s", ""},
        {"vz", "m/s", ""}};
  }

  void fill(MetricTable& table) const override {
    for (const Row& row : rows_)
      table.add_row(row);
  }

 private:
  using Cell = MetricTable::Cell;
  using Row = std::array<Cell, 12>;  // of columns()
  // The words of the column event; those of what was met begin with the last of these.
  static constexpr std::uint64_t kFired = 0, kFlight = 1, kMet = 2, kHandled = kMet + kMetNames.size() - 1,
                                 kExplosion = kHandled + kHandledNames.size();

  void note_step(const Simulator& simulator) {
    const World& world = simulator.world();
    const double begin = static_cast<double>(world.state.tick - 1) * world.model().dt;
    for (const auto& [projectile, launch] : simulator.shots()) {
      ++fired_;
      add({begin,
           projectile,
           launch.type,
           kFired,
           number_of(world, launch.owner),
           {},
           launch.position,
           launch.velocity});
    }
    for (const Handling& handling : simulator.handlings()) {
      ++handled_[static_cast<std::size_t>(handling.what)];
      add({handling.time,
           handling.projectile,
           handling.type,
           kHandled + static_cast<std::uint64_t>(handling.what),
           {},
           number_of(world, handling.agent),
           handling.point,
           handling.velocity});
    }
    for (const Impact& impact : simulator.impacts()) {
      if (impact.bounced) {
        ++bounces_;
      } else {
        ++ends_[static_cast<std::size_t>(impact.hit.met)];
        flight_time_.add(impact.time - impact.launched);
      }
      const std::uint64_t met = kMet + static_cast<std::uint64_t>(impact.hit.met) - 1;
      std::optional<double> hit;
      if (impact.hit.met == Met::agent) hit = number_of(world, impact.hit.index);
      if (impact.hit.met == Met::ball) hit = impact.hit.index;
      add({impact.time, impact.projectile, impact.type, met, number_of(world, impact.owner), hit,
           impact.point, impact.velocity});
      if (!impact.exploded) continue;
      ++explosions_;
      add({impact.time,
           impact.projectile,
           impact.type,
           kExplosion,
           number_of(world, impact.owner),
           {},
           impact.point,
           {}});
    }
  }

  void note_flights(const World& world) {
    const ProjectileColumns& projectiles = world.state.projectiles;
    for (std::size_t row = 0; row < in_flight_; ++row) {
      add({world.time(),
           projectiles.number[row],
           projectiles.type[row],
           kFlight,
           number_of(world, projectiles.owner[row]),
           {},
           projectiles.position(row),
           projectiles.velocity(row)});
    }
  }

  static std::optional<double> number_of(const World& world, AgentIndex agent) {
    if (agent == kNoIndex) return std::nullopt;
    return world.model().agents.number[agent];
  }

  struct Noted {
    double time;
    std::uint32_t projectile, type;
    std::uint64_t event;
    std::optional<double> owner, hit;
    Vec3 position, velocity;
  };
  void add(const Noted& noted) {
    rows_.push_back({noted.time, std::uint64_t{noted.projectile}, std::uint64_t{noted.type}, noted.event,
                     noted.owner, noted.hit, noted.position.x, noted.position.y, noted.position.z,
                     noted.velocity.x, noted.velocity.y, noted.velocity.z});
  }

  bool flights_;
  std::uint64_t period_;  // steps
  std::vector<std::string> type_names_;
  std::uint64_t fired_ = 0, bounces_ = 0, in_flight_ = 0, most_ = 0, unsolved_ = 0, kept_back_ = 0,
                explosions_ = 0, dry_ = 0, held_ = 0;
  std::array<std::uint64_t, kHandledNames.size()> handled_ = {};
  std::array<std::uint64_t, kMetNames.size()> ends_ = {};
  RunningMean flight_time_;
  std::vector<Row> rows_;
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
