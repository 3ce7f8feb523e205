#include "batch/plan_check.h"

#include <utility>

#include "batch/batch.h"
#include "batch/run_scenarios.h"

namespace drover {
namespace {

// Replications differ in their seeds alone.
RunList without_replications(RunList list) {
  std::erase_if(list.runs, [](const PlannedRun& run) { return run.replication > 0; });
  return list;
}

void check_runs(const RunScenarios& scenarios, const RunList& list, const Catalog& catalog, PlanCheck& check,
                Diagnostics& diagnostics) {
  IdentifiedRuns found = identify(scenarios, list, catalog, 0);
  if (!found.problem) {
    check.scenario_sources = std::move(found.sources);
    check.of_scenario = std::move(found.warnings);
    return;
  }
  for (const Diagnostic& problem : found.problem->of_plan.sorted())
    diagnostics.add(problem);
  check.scenario_sources = std::move(found.problem->sources);
  check.of_scenario = std::move(found.problem->diagnostics);
  if (check.of_scenario.has_errors()) check.run = describe(list, list.runs[found.problem_run]);
}

}  // namespace

PlanCheck check_plan(std::uint32_t source, const Catalog& catalog, JsonSources& sources,
                     Diagnostics& diagnostics) {
  PlanCheck check;
  const std::optional<LoadedPlan> plan = read_plan(source, sources, diagnostics);
  if (!plan) return check;
  RunList list;
  const std::optional<RunScenarios> scenarios = open_runs(*plan, catalog, list, sources, diagnostics);
  if (!scenarios) return check;
  check.runs = list.runs.size();
  check_runs(*scenarios, without_replications(list), catalog, check, diagnostics);
  return check;
}

}  // namespace drover
