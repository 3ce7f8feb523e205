#include "batch/run_list.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/exact_integers.h"
#include "core/hash.h"
#include "core/random.h"
#include "scenario/json_edit.h"

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

using PathTokens = std::vector<std::string>;

// What paths lead to: agents.0.count and /agents/0/count are one.
class PathReader {
 public:
  // Of a text that is no path, the text: reading the scenario reports it.
  const PathTokens& tokens_of(const std::string& path) {
    const auto [found, is_new] = known_.try_emplace(path);
    if (!is_new) return found->second;
    JsonSources sources;
    Diagnostics diagnostics;
    const SourceRange whole{sources.add("", path), 0, static_cast<std::uint32_t>(path.size())};
    const std::optional<JsonPath> read = parse_path(sources, whole, JsonLimits{}, diagnostics);
    if (!read) return found->second = {path};
    for (const PathToken& token : *read)
      found->second.push_back(token.text);
    return found->second;
  }

 private:
  std::map<std::string, PathTokens> known_;
};

// Whether a change of `later` undoes one of `earlier`: it is the same value, or holds it.
bool undoes(const PathTokens& later, const PathTokens& earlier) {
  return later.size() <= earlier.size() && std::equal(later.begin(), later.end(), earlier.begin());
}

struct Change {
  std::string path;  // as it was written
  std::string place;
};

// In the order of the tokens, in which what a path holds follows it.
using Changes = std::map<PathTokens, Change>;

// A change that one of these tokens undoes; null without.
const Change* undone_by(const PathTokens& tokens, const Changes& changes) {
  const auto next = changes.lower_bound(tokens);
  return next != changes.end() && undoes(tokens, next->first) ? &next->second : nullptr;
}

bool has_same_paths(const Point& a, const Point& b) {
  return std::ranges::equal(a, b, {}, &Setting::path, &Setting::path);
}

class Lister {
 public:
  Lister(const PlanDef& plan, std::size_t max_runs) : plan_(plan), max_runs_(max_runs) {}

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
    if (has_errors() || !has_room(sweeps, seed_count(own))) return;  // before anything is drawn
    const std::vector<std::optional<std::int64_t>> seeds = seeds_of(own);
    PlannedExperiment experiment{.name = name,
                                 .scenario = scenario.text,
                                 .place = scenario_place,
                                 .points = cross(sweeps, own, place)};
    if (has_errors()) return;
    if (seeds.front() || plan_.independent_seeds) check_seed_paths(experiment, own);
    if (has_errors()) return;
    add_runs(experiment, seeds, (has_own_seeds(own) ? *own : plan_.runs).seeds.empty());
    out_.list.experiments.push_back(std::move(experiment));
  }

  static bool has_own_seeds(const RunSetDef* own) {
    return own != nullptr && (!own->seeds.empty() || own->replications);
  }

  std::size_t seed_count(const RunSetDef* own) const {
    const RunSetDef& runs = has_own_seeds(own) ? *own : plan_.runs;
    return runs.seeds.empty() ? static_cast<std::size_t>(runs.replications.value_or(1)) : runs.seeds.size();
  }

  // Of the replications; empty ones: that of the scenario, or drawn for each point.
  std::vector<std::optional<std::int64_t>> seeds_of(const RunSetDef* own) const {
    const RunSetDef& runs = has_own_seeds(own) ? *own : plan_.runs;
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
    if (count <= static_cast<double>(max_runs_)) return true;
    out_.problems.push_back({.pointer = sweeps.empty() ? "/replications" : sweeps.back().place,
                             .message = "these are too many runs",
                             .found = fmt::format("{:.0f}", count),
                             .allowed = {fmt::format("up to {}", max_runs_)}});
    return false;
  }

  std::vector<PlannedPoint> cross(const std::vector<PlacedSweep>& sweeps, const RunSetDef* own,
                                  const std::string& place) {
    PlannedPoint fixed;
    append_settings(plan_.runs.set, "", fixed.settings);
    fixed.first_parameter = fixed.settings.size();
    if (own != nullptr) append_settings(own->set, place, fixed.settings);
    std::vector<PlannedPoint> points = {std::move(fixed)};
    Changes varied;
    for (const PlacedSweep& sweep : sweeps) {
      std::vector<Point> steps = sweep.sweep->points(static_cast<std::uint64_t>(plan_.seed));
      for (Point& step : steps) {
        for (Setting& setting : step)
          setting.place = sweep.place + setting.place;
      }
      if (!check_paths(steps, sweep.place, varied)) return {};
      std::vector<PlannedPoint> product;
      product.reserve(points.size() * steps.size());
      for (const PlannedPoint& point : points) {
        for (const Point& step : steps) {
          PlannedPoint& next = product.emplace_back(point);
          next.settings.insert(next.settings.end(), step.begin(), step.end());
        }
      }
      points = std::move(product);
    }
    warn_of_undone_settings(points);
    return points;
  }

  // A path that two sweeps change, or one of them twice, would have the last value alone.
  bool check_paths(const std::vector<Point>& steps, const std::string& place, Changes& varied) {
    Changes of_sweep;
    for (std::size_t k = 0; k < steps.size(); ++k) {
      if (k > 0 && has_same_paths(steps[k - 1], steps[k])) continue;
      Changes of_step;
      for (const Setting& setting : steps[k]) {
        const PathTokens& tokens = paths_.tokens_of(setting.path);
        const Change* undone = undone_by(tokens, varied);
        if (undone == nullptr) undone = undone_by(tokens, of_step);
        if (undone != nullptr) return refuse_twice(setting, place, *undone);
        of_step.try_emplace(tokens, Change{setting.path, setting.place});
        of_sweep.try_emplace(tokens, Change{setting.path, place});
      }
    }
    varied.merge(of_sweep);
    return true;
  }

  bool refuse_twice(const Setting& setting, const std::string& place, const Change& undone) {
    const bool is_same = paths_.tokens_of(setting.path) == paths_.tokens_of(undone.path);
    out_.problems.push_back(
        {.pointer = undone.place.starts_with(place) ? setting.place : place,
         .message = is_same ? fmt::format("\"{}\" is varied twice", setting.path)
                            : fmt::format("\"{}\" replaces the values of \"{}\", which vary too",
                                          setting.path, undone.path),
         .found = fmt::format("{} varies \"{}\"", undone.place, undone.path)});
    return false;
  }

  bool has_errors() const {
    return std::ranges::any_of(out_.problems,
                               [](const Problem& problem) { return problem.severity == Severity::error; });
  }

  void warn(const Setting& setting, std::string reason) {
    out_.problems.push_back({.pointer = setting.place,
                             .message = fmt::format("\"{}\" has no effect", setting.path),
                             .found = setting.value,
                             .hint = std::move(reason),
                             .severity = Severity::warning});
  }

  // Settings of "set" that every point undoes. What the plan sets for all experiments one of them may set
  // anew; what the plan itself undoes is told once.
  void warn_of_undone_settings(const std::vector<PlannedPoint>& points) {
    const Point& first = points.front().settings;
    for (std::size_t k = 0; k < first.size() && is_set(first[k]); ++k) {
      const bool is_of_plan = k < points.front().first_parameter;
      if (is_of_plan && !out_.list.experiments.empty()) continue;
      const PathTokens& tokens = paths_.tokens_of(first[k].path);
      const Setting* undoing = nullptr;
      for (std::size_t p = 0; p < points.size(); ++p) {
        const Point& point = points[p].settings;
        if (p > 0 && has_same_paths(points[p - 1].settings, point)) continue;
        const auto found = std::find_if(point.begin() + static_cast<std::ptrdiff_t>(k) + 1, point.end(),
                                        [&](const Setting& later) {
                                          return (!is_of_plan || !later.place.starts_with("/experiments/")) &&
                                                 undoes(paths_.tokens_of(later.path), tokens);
                                        });
        undoing = found == point.end() ? nullptr : &*found;
        if (undoing == nullptr) break;
      }
      if (undoing != nullptr) warn(first[k], fmt::format("{} changes it in every run.", undoing->place));
    }
  }

  static bool is_set(const Setting& setting) { return setting.place.find("/vary/") == std::string::npos; }

  // The seeds of replications are given to the runs after all changes.
  void check_seed_paths(const PlannedExperiment& experiment, const RunSetDef* own) {
    const PathTokens seed = {"seed"};
    for (std::size_t p = 0; p < experiment.points.size(); ++p) {
      const Point& point = experiment.points[p].settings;
      if (p > 0 && has_same_paths(experiment.points[p - 1].settings, point)) continue;
      for (std::size_t k = 0; k < point.size(); ++k) {
        if (paths_.tokens_of(point[k].path) != seed) continue;
        if (!is_set(point[k])) {
          out_.problems.push_back({.pointer = point[k].place,
                                   .message = "\"seed\" is varied, and the replications have their own seeds",
                                   .found = point[k].value,
                                   .hint = "Name the seeds in \"seeds\" instead."});
          return;
        }
        // What the plan sets may be for other experiments.
        const bool is_of_plan = k < experiment.points[p].first_parameter;
        if (p == 0 && !(is_of_plan && (has_own_seeds(own) || !out_.list.experiments.empty())))
          warn(point[k], "The replications have their own seeds.");
      }
    }
  }

  // A point that a plan has several times, as samples of whole numbers do, is not the same runs several
  // times: each time after the first has seeds of its own, which follow from how often the point came before.
  // So a plan that grows changes no seed. Where seeds are named or varied they are what the plan says.
  void add_runs(const PlannedExperiment& experiment, const std::vector<std::optional<std::int64_t>>& seeds,
                bool draws_seeds) {
    const std::size_t index = out_.list.experiments.size();
    std::map<std::string, std::uint64_t> earlier;
    for (std::size_t p = 0; p < experiment.points.size(); ++p) {
      const PlannedPoint& point = experiment.points[p];
      const std::string text = plan_.independent_seeds ? lines_of(point.settings) : "";
      Point plain = point.settings;
      for (Setting& setting : plain)
        setting.value = plain_value(setting.value);
      const std::string plain_text = lines_of(plain);
      const std::uint64_t repeat = draws_seeds && !varies_seed(point) ? earlier[plain_text]++ : 0;
      for (std::size_t r = 0; r < seeds.size(); ++r) {
        PlannedRun run{.experiment = index, .point = p, .replication = r, .seed = seeds[r]};
        if (repeat > 0)
          run.seed = derived_seed(static_cast<std::uint64_t>(plan_.seed), r,
                                  fmt::format("{}time {}\n", text.empty() ? "" : plain_text, repeat + 1));
        else if (plan_.independent_seeds)
          run.seed = derived_seed(static_cast<std::uint64_t>(run.seed.value_or(plan_.seed)), r, text);
        out_.list.runs.push_back(run);
      }
    }
  }

  bool varies_seed(const PlannedPoint& point) {
    return std::ranges::any_of(point.settings, [&](const Setting& setting) {
      return !is_set(setting) && paths_.tokens_of(setting.path) == PathTokens{"seed"};
    });
  }

  const PlanDef& plan_;
  std::size_t max_runs_;
  PathReader paths_;
  RunListing out_;
};

}  // namespace

RunListing list_runs(const PlanDef& plan, std::size_t max_runs) {
  return Lister(plan, max_runs).list();
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

std::string plain_value(const std::string& text) {
  const auto value = nlohmann::json::parse(text, nullptr, false);
  if (!value.is_number_float()) return text;
  const auto number = value.get<double>();
  if (std::trunc(number) != number || std::fabs(number) > kLargestExactInteger) return value.dump();
  return fmt::to_string(static_cast<std::int64_t>(number));
}

std::string describe(const RunList& list, const PlannedRun& run) {
  return describe(list.point(run).parameters(), run.seed, list.experiments[run.experiment].name);
}

std::string describe(std::span<const Setting> settings, std::optional<std::int64_t> seed,
                     std::string experiment) {
  std::string text = std::move(experiment);
  for (const Setting& setting : settings)
    text += fmt::format("{}{}={}", text.empty() ? "" : ", ", setting.path, setting.value);
  if (seed) text += fmt::format("{}seed {}", text.empty() ? "" : ", ", *seed);
  return text.empty() ? "the scenario as it is" : text;
}

std::string lines_of(std::span<const Setting> settings) {
  std::string lines;
  for (const Setting& setting : settings)
    lines += fmt::format("{}={}\n", setting.path, setting.value);
  return lines;
}

}  // namespace drover
