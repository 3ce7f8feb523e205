#include "batch/plan_check.h"

#include <utility>

#include "batch/batch.h"
#include "batch/run_scenarios.h"
#include "scenario/reader_context.h"
#include "scenario/text_file.h"

namespace drover {
namespace {

// Replications differ in their seeds alone.
RunList without_replications(RunList list) {
  std::erase_if(list.runs, [](const PlannedRun& run) { return run.replication > 0; });
  return list;
}

void check_runs(const RunScenarios& scenarios, const RunList& list, const Catalog& catalog,
                PlanCheck& check) {
  IdentifiedRuns found = identify(scenarios, list, catalog, 0);
  if (!found.problem) {
    check.scenario_sources = std::move(found.sources);
    check.of_scenario = std::move(found.warnings);
    return;
  }
  for (const Diagnostic& problem : found.problem->of_plan.sorted())
    check.diagnostics.add(problem);
  check.scenario_sources = std::move(found.problem->sources);
  check.of_scenario = std::move(found.problem->diagnostics);
  if (check.of_scenario.has_errors()) check.run = describe(list, list.runs[found.problem_run]);
}

}  // namespace

PlanCheck check_plan_file(const std::string& file, const Catalog& catalog) {
  PlanCheck check;
  Diagnostics of_file;
  const std::optional<std::uint32_t> source = read_text_file(check.sources, file, JsonLimits{}, of_file);
  check.is_plan = source && looks_like_plan(check.sources.at(*source).text);
  if (!check.is_plan) return check;
  const std::optional<LoadedPlan> plan = read_plan(*source, check.sources, check.diagnostics);
  if (!plan) return check;
  RunListing listing = list_runs(plan->def);
  for (Problem& problem : listing.problems)
    report(plan->document, std::move(problem), check.diagnostics);
  if (check.diagnostics.has_errors()) return check;
  const auto scenarios = RunScenarios::open(*plan, listing.list, catalog, check.sources, check.diagnostics);
  if (scenarios) scenarios->check_paths(catalog, check.diagnostics);
  check.runs = listing.list.runs.size();
  if (!check.diagnostics.has_errors())
    check_runs(*scenarios, without_replications(listing.list), catalog, check);
  return check;
}

}  // namespace drover
