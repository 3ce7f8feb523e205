#include "batch/run_list.h"

#include <algorithm>
#include <charconv>
#include <map>

#include <fmt/format.h>

#include "core/hash.h"
#include "core/random.h"

namespace drover {
namespace {

// Changes with the place of the object that holds them in front.
void append_settings(const NamedList<JsonText>& set, const std::string& place, Point& out) {
  for (const auto& [path, value] : set) {
    std::string where = place + "/set";
    append_pointer_token(where, path);
    out.push_back({path, value.text, std::move(where)});
  }
}

class Lister {
 public:
  explicit Lister(const PlanDef& plan) : plan_(plan) {}

  RunListing list() {
    if (plan_.experiments.empty()) add("", plan_.scenario, "/scenario", nullptr, "");
    for (const auto& [name, experiment] : plan_.experiments) {
      std::string place = "/experiments";
      append_pointer_token(place, name);
      const bool has_scenario = !experiment.scenario.text.empty();
      add(name, has_scenario ? experiment.scenario : plan_.scenario,
          has_scenario ? place + "/scenario" : "/scenario", &experiment.runs, place);
    }
    return std::move(out_);
  }

 private:
  struct PlacedSweep {
    const SweepDef* sweep;
    std::string place;
  };

  void add(const std::string& name, const JsonText& scenario, const std::string& scenario_place,
           const RunSetDef* own, const std::string& place) {
    std::vector<PlacedSweep> sweeps;
    for (const RunSetDef* runs : {&plan_.runs, own}) {
      if (runs == nullptr) continue;
      for (std::size_t k = 0; k < runs->vary.size(); ++k)
        sweeps.push_back({&runs->vary[k], fmt::format("{}/vary/{}", runs == own ? place : "", k)});
    }
    const std::vector<std::optional<std::int64_t>> seeds = seeds_of(own);
    if (!has_room(sweeps, seeds.size())) return;
    PlannedExperiment experiment{.name = name,
                                 .scenario = scenario.text,
                                 .place = scenario_place,
                                 .points = cross(sweeps, own, place)};
    if (!out_.problems.empty()) return;
    add_runs(experiment, seeds);
    out_.list.experiments.push_back(std::move(experiment));
  }

  // Of the replications; empty ones: that of the scenario, or drawn for each point.
  std::vector<std::optional<std::int64_t>> seeds_of(const RunSetDef* own) const {
    const bool has_own = own != nullptr && (!own->seeds.empty() || own->replications);
    const RunSetDef& runs = has_own ? *own : plan_.runs;
    std::vector<std::optional<std::int64_t>> seeds;
    for (const JsonText& text : runs.seeds) {
      std::int64_t seed = 0;
      std::from_chars(text.text.data(), text.text.data() + text.text.size(), seed);
      seeds.emplace_back(seed);
    }
    if (!seeds.empty()) return seeds;
    if (!runs.replications) return {std::nullopt};
    for (std::int64_t r = 0; r < *runs.replications; ++r)
      seeds.emplace_back(derived_seed(static_cast<std::uint64_t>(plan_.seed), static_cast<std::uint64_t>(r)));
    return seeds;
  }

  bool has_room(const std::vector<PlacedSweep>& sweeps, std::size_t seeds) {
    double count = static_cast<double>(out_.list.runs.size());
    double own = static_cast<double>(seeds);
    for (const PlacedSweep& sweep : sweeps)
      own *= static_cast<double>(sweep.sweep->count());
    count += own;
    if (count <= static_cast<double>(kMostRuns)) return true;
    out_.problems.push_back({.pointer = sweeps.empty() ? "/replications" : sweeps.back().place,
                             .message = "these are too many runs",
                             .found = fmt::format("{:.0f}", count),
                             .allowed = {fmt::format("up to {}", kMostRuns)}});
    return false;
  }

  std::vector<PlannedPoint> cross(const std::vector<PlacedSweep>& sweeps, const RunSetDef* own,
                                  const std::string& place) {
    PlannedPoint fixed;
    append_settings(plan_.runs.set, "", fixed.settings);
    fixed.first_parameter = fixed.settings.size();
    if (own != nullptr) append_settings(own->set, place, fixed.settings);
    std::vector<PlannedPoint> points = {std::move(fixed)};
    std::map<std::string, std::string, std::less<>> varied;  // path: the sweep
    for (const PlacedSweep& sweep : sweeps) {
      std::vector<Point> steps = sweep.sweep->points(static_cast<std::uint64_t>(plan_.seed));
      for (Point& step : steps) {
        for (Setting& setting : step)
          setting.place = sweep.place + setting.place;
      }
      if (!check_paths(steps, sweep.place, varied)) return {};
      points = product(points, steps);
    }
    return points;
  }

  // A path that two sweeps change would have the values of the last alone.
  bool check_paths(const std::vector<Point>& steps, const std::string& place,
                   std::map<std::string, std::string, std::less<>>& varied) {
    for (const Point& step : steps) {
      for (const Setting& setting : step) {
        const auto [found, is_new] = varied.emplace(setting.path, place);
        if (is_new || found->second == place) continue;
        out_.problems.push_back({.pointer = place,
                                 .message = fmt::format("\"{}\" is varied twice", setting.path),
                                 .found = fmt::format("{} varies it too", found->second)});
        return false;
      }
    }
    return true;
  }

  static std::vector<PlannedPoint> product(const std::vector<PlannedPoint>& points,
                                           const std::vector<Point>& steps) {
    std::vector<PlannedPoint> out;
    out.reserve(points.size() * steps.size());
    for (const PlannedPoint& point : points) {
      for (const Point& step : steps) {
        PlannedPoint& next = out.emplace_back(point);
        next.settings.insert(next.settings.end(), step.begin(), step.end());
      }
    }
    return out;
  }

  void add_runs(const PlannedExperiment& experiment, const std::vector<std::optional<std::int64_t>>& seeds) {
    const std::size_t index = out_.list.experiments.size();
    for (std::size_t p = 0; p < experiment.points.size(); ++p) {
      const std::string text = plan_.independent_seeds ? text_of(experiment.points[p]) : "";
      for (std::size_t r = 0; r < seeds.size(); ++r) {
        PlannedRun run{.experiment = index, .point = p, .replication = r, .seed = seeds[r]};
        if (plan_.independent_seeds)
          run.seed = derived_seed(static_cast<std::uint64_t>(run.seed.value_or(plan_.seed)), r, text);
        out_.list.runs.push_back(run);
      }
    }
  }

  static std::string text_of(const PlannedPoint& point) {
    std::string text;
    for (const Setting& setting : point.settings)
      text += fmt::format("{}={}\n", setting.path, setting.value);
    return text;
  }

  const PlanDef& plan_;
  RunListing out_;
};

}  // namespace

RunListing list_runs(const PlanDef& plan) {
  return Lister(plan).list();
}

std::int64_t derived_seed(std::uint64_t plan_seed, std::uint64_t replication, const std::string& point) {
  constexpr double kSeeds = 0x1p48;
  Draws draws({.seed = plan_seed,
               .agent = static_cast<std::uint32_t>(replication),
               .tick = point.empty() ? 0 : hash_bytes(point),
               .purpose = Purpose::sweep,
               .stream = stream_of("seed")});
  return static_cast<std::int64_t>(draws.uniform() * kSeeds);
}

std::string describe(const RunList& list, const PlannedRun& run) {
  std::string text;
  const PlannedExperiment& experiment = list.experiments[run.experiment];
  if (!experiment.name.empty()) text = experiment.name;
  const PlannedPoint& point = list.point(run);
  for (std::size_t k = point.first_parameter; k < point.settings.size(); ++k)
    text += fmt::format("{}{}={}", text.empty() ? "" : ", ", point.settings[k].path, point.settings[k].value);
  if (run.seed) text += fmt::format("{}seed {}", text.empty() ? "" : ", ", *run.seed);
  return text.empty() ? "the scenario as it is" : text;
}

}  // namespace drover
