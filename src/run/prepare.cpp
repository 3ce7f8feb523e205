#include "run/prepare.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/text.h"
#include "observe/metrics/expectations.h"
#include "observe/record/columns.h"
#include "scenario/scenario_checks.h"
#include "sim/build/world_builder.h"

namespace drover {
namespace {

// The words of a problem found after reading.
struct Finding {
  std::string pointer;
  std::string message;
  std::string nearest = {};
  std::vector<std::string> allowed = {};
  Severity severity = Severity::error;
};

void report(const LoadedScenario& scenario, const Finding& finding, Diagnostics& diagnostics) {
  Diagnostic diagnostic;
  diagnostic.severity = finding.severity;
  diagnostic.where = nearest_value(scenario.document, finding.pointer).where;
  diagnostic.pointer = finding.pointer;
  diagnostic.message = finding.message;
  diagnostic.suggestion = finding.nearest;
  const std::vector<std::string_view> allowed(finding.allowed.begin(), finding.allowed.end());
  diagnostic.allowed = join(allowed, ", ");
  diagnostics.add(std::move(diagnostic));
}

// A list of all paths would be too long to read: only those of the metric that was meant, or else the
// metrics.
std::vector<std::string> relevant_paths(const std::string& wanted, const std::vector<std::string>& paths) {
  std::vector<std::string> of_metric;
  std::vector<std::string> metrics;
  for (const std::string& path : paths) {
    const std::string metric = path.substr(0, path.find('.'));
    if (metric == wanted.substr(0, wanted.find('.'))) of_metric.push_back(path);
    if (metrics.empty() || metrics.back() != metric + ".*") metrics.push_back(metric + ".*");
  }
  return of_metric.empty() ? metrics : of_metric;
}

void check_build(const LoadedScenario& scenario, const BuiltWorld& built, Diagnostics& diagnostics) {
  for (const BuildProblem& problem : built.problems) {
    report(scenario,
           {.pointer = problem.pointer,
            .message = problem.message,
            .nearest = problem.nearest,
            .allowed = problem.allowed},
           diagnostics);
  }
  for (const BuildProblem& warning : built.warnings) {
    report(scenario, {.pointer = warning.pointer, .message = warning.message, .severity = Severity::warning},
           diagnostics);
  }
}

void check_record(const LoadedScenario& scenario, const World& world, Diagnostics& diagnostics) {
  const TraceDef& trace = scenario.def.record.trace;
  for (const ColumnProblem& problem : validate_columns(trace.columns, world)) {
    report(scenario,
           {.pointer = fmt::format("/record/trace/columns/{}", problem.index),
            .message = problem.message,
            .nearest = problem.nearest,
            .allowed = problem.allowed},
           diagnostics);
  }
  const std::vector<std::string>& groups = world.model().group_names;
  for (std::size_t k = 0; k < trace.groups.size(); ++k) {
    if (std::find(groups.begin(), groups.end(), trace.groups[k]) != groups.end()) continue;
    const std::vector<std::string_view> names(groups.begin(), groups.end());
    report(scenario,
           {.pointer = fmt::format("/record/trace/groups/{}", k),
            .message = fmt::format("there is no group \"{}\"", trace.groups[k]),
            .nearest = std::string(nearest_name(trace.groups[k], names)),
            .allowed = groups},
           diagnostics);
  }
  for (const ExpectationProblem& problem : check_expectations(scenario.def.expect, scenario.def.record)) {
    report(scenario,
           {.pointer = fmt::format("/expect/{}/{}", problem.index, problem.key),
            .message = problem.message,
            .nearest = problem.nearest,
            .allowed = relevant_paths(scenario.def.expect[problem.index].metric, problem.allowed)},
           diagnostics);
  }
}

}  // namespace

std::optional<Simulator> prepare_simulator(const LoadedScenario& scenario, Diagnostics& diagnostics) {
  BuiltWorld built = build_world(scenario.def);
  check_build(scenario, built, diagnostics);
  check_record(scenario, built.world, diagnostics);
  if (diagnostics.has_errors()) return std::nullopt;
  return Simulator(std::move(built));
}

}  // namespace drover
