#include "batch/search.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <functional>
#include <limits>
#include <map>
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <nlopt.h>

#include "batch/collection.h"
#include "batch/result_state.h"
#include "batch/sweeps/sample_space.h"
#include "core/det_math.h"
#include "observe/record/json_file.h"
#include "run/result_json.h"
#include "scenario/reader_context.h"

namespace drover {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kWorst = -std::numeric_limits<double>::infinity();

// How far a value is beyond a limit, as a part of the limit where that is above one; negative within it.
double excess(double value, double limit) {
  return (value - limit) / larger(1.0, std::fabs(limit));
}

// The score of one expectation of a metrics file: how far it is from being met.
double score_of_verdict(const Json& verdict) {
  const auto value = number_at(verdict, "value");
  if (!value) return verdict.value("pass", false) ? kWorst : 1.0;
  double score = kWorst;
  if (const auto limit = number_at(verdict, "at_most")) score = larger(score, excess(*value, *limit));
  if (const auto limit = number_at(verdict, "at_least")) score = larger(score, excess(-*value, -*limit));
  // Rounding must not tell another story than the verdict.
  return verdict.value("pass", false) ? smaller(score, 0.0)
                                      : larger(score, std::numeric_limits<double>::min());
}

// The place of a value in a range, from 0 to 1.
double share_of(const RangeDef& range, double value) {
  const double min = range.min.constant();
  const double max = range.max.constant();
  if (min == max) return 0.0;
  const double share =
      range.scale == Scale::log ? det::log(value / min) / det::log(max / min) : (value - min) / (max - min);
  return smaller(larger(share, 0.0), 1.0);
}

class Searcher {
 public:
  Searcher(const LoadedPlan& plan, JsonSources& sources, const Catalog& catalog, const SearchOptions& options,
           const SearchListener& listener)
      : plan_(plan), sources_(sources), catalog_(catalog), options_(options), listener_(listener) {}

  SearchResult run() {
    if (!prepare()) return std::move(result_);
    evaluate(points_);
    if (can_go_on()) search_locally();
    if (can_go_on() && best_) shrink();
    if (result_.problem.empty()) write_list();
    result_.best = best_;
    result_.shrunk = shrunk_;
    result_.points = known_.size();
    return std::move(result_);
  }

 private:
  bool can_go_on() const { return result_.problem.empty() && !result_.is_stopped; }

  void fail(std::string problem) {
    if (result_.problem.empty()) result_.problem = std::move(problem);
  }

  // Of the plan, with places in its sources, or of the scenario of a run.
  void refuse(RunScenarios::Reading bad) {
    const auto problems = (bad.of_plan.has_errors() ? bad.of_plan : bad.diagnostics).sorted();
    const auto error = std::ranges::find(problems, Severity::error, &Diagnostic::severity);
    fail(error == problems.end() ? "the plan has errors" : error->message);
    result_.bad_input = std::move(bad);
  }
  void refuse(Diagnostics of_plan) {
    RunScenarios::Reading bad;
    bad.of_plan = std::move(of_plan);
    refuse(std::move(bad));
  }

  bool prepare() {
    Diagnostics diagnostics;
    RunList list;
    if (!open_runs(plan_, catalog_, list, sources_, diagnostics)) {
      refuse(std::move(diagnostics));
      return false;
    }
    if (list.experiments.size() > 1) {
      report(plan_.document,
             {.pointer = "/experiments",
              .message = "a search looks at one experiment, and the plan has several",
              .found = fmt::format("{}", list.experiments.size())},
             diagnostics);
      refuse(std::move(diagnostics));
      return false;
    }
    for (const SweepDef& sweep : plan_.def.runs.vary) {
      const std::string_view kind = sweep.kind().name;
      if (kind != "random" && kind != "latin_hypercube" && kind != "sobol") continue;
      for (const RangeDef& range : sweep.sweep.as<SampleSpaceDef>().ranges) {
        if (range.values.empty()) axes_.ranges.push_back(range);
      }
    }
    for (const PlannedPoint& point : list.experiments.front().points)
      points_.emplace_back(point.parameters().begin(), point.parameters().end());
    return true;
  }

  // The plan with these points instead of its sweeps.
  LoadedPlan plan_of(const std::vector<Point>& points) const {
    LoadedPlan plan = plan_;
    plan.def.runs.vary.clear();
    plan.def.experiments.clear();
    Json list = Json::array();
    for (const Point& point : points) {
      Json& object = list.emplace_back(Json::object());
      for (const Setting& setting : point)
        object[setting.path] = Json::parse(setting.value);
    }
    JsonSources sources;
    Diagnostics diagnostics;
    const Json document = {
        {"format", kPlanFormat}, {"scenario", ""}, {"vary", {{{"type", "list"}, {"points", list}}}}};
    const std::uint32_t source = sources.add(plan_.def.name, document.dump());
    if (auto read = read_plan(source, sources, diagnostics)) plan.def.runs.vary = read->def.runs.vary;
    return plan;
  }

  // The runs of such a plan. What is wrong with a value is wrong at its place in the plan of the search.
  static RunList runs_of(const LoadedPlan& plan, const std::vector<Point>& points) {
    RunList list = list_runs(plan.def).list;
    std::vector<PlannedPoint>& planned = list.experiments.front().points;
    for (std::size_t k = 0; k < std::min(planned.size(), points.size()); ++k) {
      for (Setting& setting : planned[k].settings) {
        const auto origin = std::ranges::find(points[k], setting.path, &Setting::path);
        if (origin != points[k].end()) setting.place = origin->place;
      }
    }
    return list;
  }

  // Runs points that are new; afterwards all of them are known.
  void evaluate(const std::vector<Point>& points) {
    std::vector<Point> fresh;
    for (const Point& point : points) {
      if (!known_.contains(lines_of(point))) fresh.push_back(point);
    }
    if (fresh.empty() || !can_go_on()) return;
    const LoadedPlan plan = plan_of(fresh);
    const RunList list = runs_of(plan, fresh);
    Diagnostics diagnostics;
    const auto scenarios = RunScenarios::open(plan, list, catalog_, sources_, diagnostics);
    if (!scenarios) {
      refuse(std::move(diagnostics));
      return;
    }
    IdentifiedRuns identified = identify(*scenarios, list, catalog_, options_.batch.jobs);
    if (identified.problem) {
      refuse(std::move(*identified.problem));
      return;
    }
    // Runs without expectations break none: there is nothing to run.
    if (options_.goal == SearchGoal::broken_expectation &&
        std::ranges::none_of(identified.runs, &RunIdentity::has_expectations))
      return;
    Batch batch(plan, list, *scenarios, identified.runs, catalog_, options_.batch);
    const Failure failure = batch.execute([&](const RunOutcome& outcome) {
      if (outcome.status == RunStatus::stopped) result_.is_stopped = true;
    });
    if (failure) fail(*failure);
    result_.is_stopped = result_.is_stopped || options_.batch.is_stopped();
    if (can_go_on()) note_scores(fresh, list, identified.runs);
  }

  // The best run of a point counts. A run that failed breaks every expectation.
  void note_scores(const std::vector<Point>& points, const RunList& list,
                   const std::vector<RunIdentity>& identities) {
    for (std::size_t k = 0; k < list.runs.size(); ++k) {
      Finding finding = score(identities[k].id);
      finding.settings = points[list.runs[k].point];
      finding.run = list.runs[k];
      Finding& known = known_.try_emplace(lines_of(finding.settings), finding).first->second;
      if (finding.score > known.score) known = finding;
      if (finding.score > kWorst && (!best_ || finding.score > best_->score)) {
        best_ = finding;
        listener_(finding.what);
      }
    }
  }

  static std::string what_of(const std::string& metric, const Json& value) {
    return value.is_number() ? fmt::format("{} is {:.6g}", metric, value.get<double>())
                             : fmt::format("{} has no value", metric);
  }

  Finding score(const std::string& id) const {
    Finding finding{.score = kWorst, .id = id};
    const Json results = read_stored(options_.batch.folder, {id}, "").metrics;
    if (!results.is_object()) {
      finding.what = fmt::format("the run {} failed", id);
      if (options_.goal == SearchGoal::broken_expectation) finding.score = std::numeric_limits<double>::max();
      return finding;
    }
    if (options_.goal == SearchGoal::broken_expectation) {
      for (const Json& verdict : results.value("expectations", Json::array())) {
        const double score = score_of_verdict(verdict);
        if (score <= finding.score) continue;
        finding.score = score;
        finding.what = what_of(verdict.value("metric", ""), verdict.value("value", Json()));
      }
      return finding;
    }
    const std::vector<NamedMetric> metrics = named_metrics(results);
    const auto metric = std::ranges::find(metrics, options_.metric, &NamedMetric::path);
    if (metric == metrics.end() || !metric->value) return finding;
    finding.score = options_.goal == SearchGoal::largest ? *metric->value : -*metric->value;
    finding.what = what_of(options_.metric, *metric->value);
    return finding;
  }

  // From the best points, in the unit cube of the ranges; what else the points vary stays.
  void search_locally() {
    if (axes_.ranges.empty() || options_.evaluations == 0 || is_found()) return;
    std::vector<const Finding*> starts;
    for (const auto& [key, finding] : known_)
      if (finding.score > kWorst) starts.push_back(&finding);
    std::ranges::sort(starts, [](const Finding* a, const Finding* b) {
      return a->score != b->score ? a->score > b->score : a->id < b->id;
    });
    std::vector<Point> chosen;
    for (std::size_t k = 0; k < std::min(options_.starts, starts.size()); ++k)
      chosen.push_back(starts[k]->settings);
    for (const Point& start : chosen) {
      if (can_go_on() && !is_found()) climb(start);
    }
  }

  // An expectation that is broken needs no worse breaking.
  bool is_found() const {
    return options_.goal == SearchGoal::broken_expectation && best_ && best_->score > 0.0;
  }

  // Subplex (Rowan 1990) takes steps of its own and needs no gradient.
  void climb(const Point& start) {
    const auto count = static_cast<unsigned>(axes_.ranges.size());
    const std::unique_ptr<nlopt_opt_s, decltype(&nlopt_destroy)> optimizer(
        nlopt_create(NLOPT_LN_SBPLX, count), nlopt_destroy);
    std::function<double(std::span<const double>)> score_at = [&](std::span<const double> place) {
      Point point = start;
      for (const Setting& setting : point_at(axes_, place))
        put(setting, point);
      evaluate({point});
      if (!can_go_on() || is_found()) nlopt_force_stop(optimizer.get());
      constexpr double kNothing = -1e300;  // the optimizer does arithmetic with it
      const auto found = known_.find(lines_of(point));
      return found == known_.end() ? kNothing : smaller(larger(found->second.score, kNothing), -kNothing);
    };
    const auto objective = [](unsigned size, const double* place, double* /*gradient*/, void* score) {
      return (*static_cast<decltype(score_at)*>(score))({place, size});
    };
    nlopt_set_max_objective(optimizer.get(), objective, &score_at);
    nlopt_set_lower_bounds1(optimizer.get(), 0.0);
    nlopt_set_upper_bounds1(optimizer.get(), 1.0);
    constexpr double kFirstStep = 0.1;
    constexpr double kLeastStep = 1e-4;
    nlopt_set_initial_step1(optimizer.get(), kFirstStep);
    nlopt_set_xtol_abs1(optimizer.get(), kLeastStep);
    nlopt_set_maxeval(optimizer.get(), static_cast<int>(options_.evaluations));
    std::vector<double> place;
    for (const RangeDef& range : axes_.ranges)
      place.push_back(share_of(range, number_in(start, range.path)));
    double value = 0.0;
    nlopt_optimize(optimizer.get(), place.data(), &value);
  }

  static void put(const Setting& setting, Point& point) {
    for (Setting& known : point) {
      if (known.path == setting.path) known.value = setting.value;
    }
  }

  static double number_in(const Point& point, const std::string& path) {
    for (const Setting& setting : point) {
      if (setting.path == path) return Json::parse(setting.value).get<double>();
    }
    return 0.0;
  }

  // Whether a point still shows what was found.
  bool shows_it(const Point& point) {
    evaluate({point});
    const auto found = known_.find(lines_of(point));
    if (found == known_.end()) return false;
    if (options_.goal == SearchGoal::broken_expectation) return found->second.score > 0.0;
    constexpr double kLoss = 0.01;
    return found->second.score >= best_->score - kLoss * std::fabs(best_->score);
  }

  // Ranges one after the other take the first ordinary value with which the finding remains.
  void shrink() {
    if (options_.goal == SearchGoal::broken_expectation && best_->score <= 0.0) return;
    Point point = best_->settings;
    const Point found = point;
    for (const RangeDef& range : axes_.ranges) {
      for (const std::string& value : ordinary_values(range, found)) {
        Point simpler = point;
        put({range.path, value, ""}, simpler);
        if (!can_go_on()) return;
        if (!shows_it(simpler)) continue;
        point = std::move(simpler);
        break;
      }
    }
    if (const auto known = known_.find(lines_of(point)); known != known_.end()) shrunk_ = known->second;
  }

  // Numbers near the one that was found, with as few digits as possible.
  static std::vector<std::string> ordinary_values(const RangeDef& range, const Point& point) {
    const double value = number_in(point, range.path);
    std::vector<std::string> values;
    for (int digits = 1; digits <= 4; ++digits) {
      const double simple = std::strtod(fmt::format("{:.{}g}", value, digits).c_str(), nullptr);
      if (simple < range.min.constant() || simple > range.max.constant()) continue;
      values.push_back(json_number(simple));
    }
    return values;
  }

  // The folder is that of a batch with all points that were looked at, and holds the scenario that was found.
  void write_list() {
    std::vector<Point> points;
    for (const auto& [key, finding] : known_)
      points.push_back(finding.settings);
    if (points.empty()) return;
    const LoadedPlan plan = plan_of(points);
    const RunList list = list_runs(plan.def).list;
    Diagnostics diagnostics;
    const auto scenarios = RunScenarios::open(plan, list, catalog_, sources_, diagnostics);
    if (!scenarios) return;
    const IdentifiedRuns identified = identify(*scenarios, list, catalog_, options_.batch.jobs);
    if (identified.problem) return;
    const ResultFolder folder(options_.batch.folder, plan_.def.trace);
    Failure failure = folder.write("plan.json", scenarios->self_contained_plan());
    if (!failure) failure = folder.write("runs.json", run_list_document(plan.def, list, identified.runs));
    const std::optional<Finding>& shown = shrunk_ ? shrunk_ : best_;
    if (!failure && shown) {
      const auto run = std::ranges::find(identified.runs, shown->id, &RunIdentity::id);
      const auto index = static_cast<std::size_t>(run - identified.runs.begin());
      const RunScenarios::Reading reading = scenarios->read(list.runs[index], catalog_);
      failure = folder.write("found.scenario.json", *reading.scenario->resolved);
    }
    if (failure) fail(*failure);
  }

  const LoadedPlan& plan_;
  JsonSources& sources_;
  const Catalog& catalog_;
  const SearchOptions& options_;
  const SearchListener& listener_;
  std::vector<Point> points_;             // of the plan: what varies of each
  SampleSpaceDef axes_;                   // that the local search varies
  std::map<std::string, Finding> known_;  // by the text of the point
  std::optional<Finding> best_;
  std::optional<Finding> shrunk_;
  SearchResult result_;
};

}  // namespace

SearchResult search(const LoadedPlan& plan, JsonSources& sources, const Catalog& catalog,
                    const SearchOptions& options, const SearchListener& listener) {
  return Searcher(plan, sources, catalog, options, listener).run();
}

}  // namespace drover
