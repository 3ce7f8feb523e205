#include "batch/summary.h"

#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "batch/run_list.h"

namespace drover {
namespace {

const std::vector<std::string>& chosen(const SummaryOptions& options, const Collection& collection) {
  return options.metrics.empty() ? collection.metrics : options.metrics;
}

Cell experiment_cell(const CollectedRun& run) {
  return run.experiment.empty() ? Cell() : Cell(run.experiment);
}

void add_parameters(const Collection& collection, const CollectedRun& run, std::vector<Cell>& row) {
  for (const std::string& path : collection.parameters)
    row.push_back(parameter_cell(run, path));
}

// What makes two runs of two batches a pair.
std::string pair_key(const CollectedRun& run) {
  return fmt::format("{}\nseed {}", point_key(run), run.seed);
}

std::optional<double> metric_of(const CollectedRun& run, const std::string& name) {
  const auto found = run.metrics.find(name);
  return found == run.metrics.end() ? std::nullopt : std::optional(found->second);
}

// Of `runs` replications as many have a value as the sample has.
Cell needed_cell(const Sample& sample, std::size_t runs, const SummaryOptions& options) {
  double width = options.half_width.value_or(0.0);
  if (options.relative_half_width) width = *options.relative_half_width * std::fabs(sample.mean());
  if (sample.count() < 2 || (width <= 0.0 && sample.deviation() > 0.0)) return {};
  const std::size_t values = sample.needed(options.confidence, width);
  return static_cast<std::int64_t>((values * runs + sample.count() - 1) / sample.count());
}

struct RunPair {
  const CollectedRun* a;
  const CollectedRun* b;
};

// The row of a point and a metric, unless no pair has a value on both sides.
void add_differences(const Collection& collection, const PointRuns& point, const std::vector<RunPair>& pairs,
                     const std::string& metric, double confidence, ResultTable& table) {
  std::vector<double> differences;
  double sum_a = 0.0;
  double sum_b = 0.0;
  for (const RunPair& pair : pairs) {
    const auto value_a = metric_of(*pair.a, metric);
    const auto value_b = metric_of(*pair.b, metric);
    if (!value_a || !value_b) continue;
    differences.push_back(*value_b - *value_a);
    sum_a += *value_a;
    sum_b += *value_b;
  }
  if (differences.empty()) return;
  const auto count = static_cast<double>(differences.size());
  const Sample sample(std::move(differences));
  const Estimate interval = sample.interval(confidence);
  std::vector<Cell>& row = table.rows.emplace_back();
  row.push_back(experiment_cell(*point.first));
  add_parameters(collection, *point.first, row);
  row.emplace_back(metric);
  row.emplace_back(static_cast<std::int64_t>(sample.count()));
  for (const double value :
       {sum_a / count, sum_b / count, sample.mean(), sample.deviation(), interval.low, interval.high})
    row.emplace_back(value);
}

}  // namespace

std::vector<PointRuns> by_point(const Collection& collection) {
  std::vector<PointRuns> points;
  std::map<std::string, std::size_t> index;
  for (const CollectedRun& run : collection.runs) {
    if (run.status != CollectedStatus::complete) continue;
    const auto [found, is_new] = index.try_emplace(point_key(run), points.size());
    if (is_new) points.push_back({.first = &run, .runs = {}});
    points[found->second].runs.push_back(&run);
  }
  return points;
}

std::vector<double> values_of(const PointRuns& point, const std::string& metric) {
  std::vector<double> values;
  for (const CollectedRun* run : point.runs) {
    if (const auto value = metric_of(*run, metric)) values.push_back(*value);
  }
  return values;
}

ResultTable summary_table(const Collection& collection, const SummaryOptions& options) {
  ResultTable table{.name = "summary", .columns = {"experiment", "point"}, .rows = {}};
  table.add_columns(collection.parameters);
  for (const char* name : {"metric", "runs", "count", "mean", "deviation", "min", "q05", "q25", "median",
                           "q75", "q95", "max", "ci_low", "ci_high"})
    table.columns.emplace_back(name);
  const bool asks_needed = options.half_width || options.relative_half_width;
  if (asks_needed) table.columns.emplace_back("needed");
  for (const PointRuns& point : by_point(collection)) {
    for (const std::string& metric : chosen(options, collection)) {
      std::vector<double> values = values_of(point, metric);
      if (values.empty()) continue;
      const Sample sample(std::move(values));
      const Estimate interval = sample.interval(options.confidence);
      std::vector<Cell>& row = table.rows.emplace_back();
      row.push_back(experiment_cell(*point.first));
      row.push_back(static_cast<std::int64_t>(point.first->point));
      add_parameters(collection, *point.first, row);
      row.push_back(metric);
      row.push_back(static_cast<std::int64_t>(point.runs.size()));
      row.push_back(static_cast<std::int64_t>(sample.count()));
      for (const double value : {sample.mean(), sample.deviation(), sample.least(), sample.quantile(0.05),
                                 sample.quantile(0.25), sample.quantile(0.5), sample.quantile(0.75),
                                 sample.quantile(0.95), sample.greatest(), interval.low, interval.high})
        row.push_back(value);
      if (asks_needed) row.push_back(needed_cell(sample, point.runs.size(), options));
    }
  }
  return table;
}

Comparison compare(const Collection& a, const Collection& b, const SummaryOptions& options) {
  Comparison out;
  out.table = {.name = "comparison", .columns = {"experiment"}, .rows = {}};
  out.table.add_columns(a.parameters);
  for (const char* name :
       {"metric", "pairs", "mean_a", "mean_b", "difference", "deviation", "ci_low", "ci_high"})
    out.table.columns.emplace_back(name);
  std::map<std::string, const CollectedRun*> partners;
  for (const CollectedRun& run : b.runs) {
    if (run.status == CollectedStatus::complete) partners.emplace(pair_key(run), &run);
  }
  std::set<const CollectedRun*> paired;  // of b
  for (const PointRuns& point : by_point(a)) {
    std::vector<RunPair> pairs;
    for (const CollectedRun* run : point.runs) {
      const auto partner = partners.find(pair_key(*run));
      if (partner == partners.end()) continue;
      pairs.push_back({run, partner->second});
      paired.insert(partner->second);
    }
    out.pairs += pairs.size();
    out.only_a += point.runs.size() - pairs.size();
    for (const std::string& metric : chosen(options, a))
      add_differences(a, point, pairs, metric, options.confidence, out.table);
  }
  out.only_b = partners.size() - paired.size();
  return out;
}

Comparison compare_with_baseline(const Collection& batch, const std::string& path, const std::string& value,
                                 const SummaryOptions& options) {
  const auto asked = nlohmann::json::parse(value, nullptr, false);
  const auto has_value = [&](const CollectedRun& run) {
    if (path == "experiment") return asked == nlohmann::json(run.experiment);
    const auto found = run.parameters.find(path);
    return found != run.parameters.end() && asked == nlohmann::json::parse(found->second, nullptr, false);
  };
  const auto key_without = [&](CollectedRun run) {
    if (path == "experiment") run.experiment.clear();
    run.parameters.erase(path);
    return pair_key(run);
  };
  std::map<std::string, const CollectedRun*> baseline;
  for (const CollectedRun& run : batch.runs) {
    if (run.status == CollectedStatus::complete && has_value(run)) baseline.emplace(key_without(run), &run);
  }
  // The baseline again at every other point: pairs are then those of two batches.
  Collection a = batch;
  Collection b = batch;
  a.runs.clear();
  b.runs.clear();
  for (const CollectedRun& run : batch.runs) {
    if (run.status != CollectedStatus::complete || has_value(run)) continue;
    b.runs.push_back(run);
    const auto partner = baseline.find(key_without(run));
    if (partner == baseline.end()) continue;
    a.runs.push_back(run);
    a.runs.back().metrics = partner->second->metrics;
  }
  return compare(a, b, options);
}

}  // namespace drover
