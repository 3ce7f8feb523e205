#include "observe/metrics/expectations.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/check.h"
#include "observe/metrics/registry.h"

namespace drover {
namespace {

struct CounterPath {
  std::string_view path;
  std::uint64_t WorkCounters::*counter;
};
constexpr std::array<CounterPath, 3> kCounterPaths = {
    {{"counters.agent_steps", &WorkCounters::agent_steps},
     {"counters.overlapping_births", &WorkCounters::overlapping_births},
     {"counters.pairs_tested", &WorkCounters::pairs_tested}}};

// The value at a path that was checked before the run.
MetricValue value_at(std::string_view path, const MetricResults& results, const WorkCounters& counters) {
  for (const CounterPath& entry : kCounterPaths) {
    if (entry.path == path) return {static_cast<double>(counters.*entry.counter), true, {}};
  }
  const MetricValue* value = results.find(path);
  DROVER_CHECK(value != nullptr, "expectations are checked before the run");
  return *value;
}

// A list of all paths would be too long to read: only those of the metric that was meant, or else the
// metrics.
std::vector<std::string> relevant_paths(std::string_view wanted, std::span<const std::string> paths) {
  std::vector<std::string> of_metric;
  std::vector<std::string> metrics;
  for (const std::string& path : paths) {
    const std::string_view metric = metric_name(path);
    if (metric == metric_name(wanted)) of_metric.push_back(path);
    std::string all_of_metric = fmt::format("{}.*", metric);
    if (metrics.empty() || metrics.back() != all_of_metric) metrics.push_back(std::move(all_of_metric));
  }
  return of_metric.empty() ? metrics : of_metric;
}

std::optional<Problem> check_path(const ExpectDef& expectation, std::span<const std::string> paths) {
  if (std::ranges::find(paths, expectation.metric) != paths.end()) return std::nullopt;
  const std::string_view metric = metric_name(expectation.metric);
  const bool is_known = std::ranges::find(metric_kinds(), metric, &MetricKind::name) != metric_kinds().end();
  const bool is_recorded =
      std::ranges::any_of(paths, [&](const std::string& path) { return metric_name(path) == metric; });
  Problem problem;
  if (is_known && !is_recorded) {
    problem.message =
        fmt::format("the metric \"{}\" is not recorded; add it to \"record\": \"metrics\"", metric);
  } else {
    problem = unknown_name(fmt::format("there is no metric \"{}\"", expectation.metric), expectation.metric,
                           {paths.begin(), paths.end()});
  }
  problem.allowed = relevant_paths(expectation.metric, paths);
  return problem;
}

std::optional<double> limit_of(const Parameter& limit) {
  return limit.is_present() ? std::optional(limit.constant()) : std::nullopt;
}

}  // namespace

std::vector<Problem> check_expectations(std::span<const ExpectDef> expectations, const RecordDef& record,
                                        Dimensions dimensions) {
  std::vector<std::string> paths = metric_paths(possible_metrics(record, dimensions));
  for (const CounterPath& entry : kCounterPaths)
    paths.emplace_back(entry.path);
  std::vector<Problem> problems;
  const auto add = [&](std::size_t index, std::string_view key, Problem problem) {
    problem.pointer = fmt::format("/{}/{}", index, key);
    problems.push_back(std::move(problem));
  };
  for (std::size_t k = 0; k < expectations.size(); ++k) {
    const ExpectDef& expectation = expectations[k];
    const Problem drawn{.message = "a limit is a number, not a distribution"};
    if (auto problem = check_path(expectation, paths)) add(k, "metric", std::move(*problem));
    if (expectation.at_most.is_drawn()) add(k, "at_most", drawn);
    if (expectation.at_least.is_drawn()) add(k, "at_least", drawn);
  }
  return problems;
}

std::vector<Verdict> judge(std::span<const ExpectDef> expectations, const MetricResults& results,
                           const WorkCounters& counters) {
  std::vector<Verdict> verdicts;
  for (const ExpectDef& expectation : expectations) {
    const MetricValue value = value_at(expectation.metric, results, counters);
    Verdict verdict{expectation.metric, limit_of(expectation.at_most), limit_of(expectation.at_least), value,
                    false};
    verdict.pass = value.number.has_value() && (!verdict.at_most || *value.number <= *verdict.at_most) &&
                   (!verdict.at_least || *value.number >= *verdict.at_least);
    verdicts.push_back(std::move(verdict));
  }
  return verdicts;
}

bool all_pass(std::span<const Verdict> verdicts) {
  return std::ranges::all_of(verdicts, &Verdict::pass);
}

std::string describe_verdict(const Verdict& verdict) {
  const std::string value = verdict.value.number ? fmt::format("{}", *verdict.value.number)
                                                 : fmt::format("null ({})", verdict.value.why);
  std::string limits;
  if (verdict.at_least) limits += fmt::format(", at least {}", *verdict.at_least);
  if (verdict.at_most) limits += fmt::format(", at most {}", *verdict.at_most);
  return fmt::format("{} is {}{} expected", verdict.metric, value, limits);
}

nlohmann::ordered_json to_json(std::span<const Verdict> verdicts) {
  nlohmann::ordered_json out = nlohmann::ordered_json::array();
  for (const Verdict& verdict : verdicts) {
    nlohmann::ordered_json entry = {{"metric", verdict.metric}};
    if (verdict.at_most) entry["at_most"] = *verdict.at_most;
    if (verdict.at_least) entry["at_least"] = *verdict.at_least;
    entry["value"] = to_json(verdict.value);
    if (!verdict.value.number) entry["why"] = verdict.value.why;
    entry["pass"] = verdict.pass;
    out.push_back(std::move(entry));
  }
  return out;
}

}  // namespace drover
