#include "batch/plan_check.h"

#include <utility>

#include "batch/batch.h"
#include "batch/run_scenarios.h"

namespace drover {

PlanCheck check_plan(std::uint32_t source, const Catalog& catalog, JsonSources& sources,
                     Diagnostics& diagnostics, std::optional<std::int64_t> max_runs) {
  PlanCheck check;
  std::optional<LoadedPlan> plan = read_plan(source, sources, diagnostics);
  if (!plan) return check;
  if (max_runs) plan->max_runs = static_cast<std::size_t>(*max_runs);
  RunList list;
  const std::optional<RunScenarios> scenarios = open_runs(*plan, catalog, list, sources, diagnostics);
  if (!scenarios) return check;
  check.runs = list.runs.size();
  // Replications differ in their seeds alone.
  std::erase_if(list.runs, [](const PlannedRun& run) { return run.replication > 0; });
  IdentifiedRuns found = identify(*scenarios, list, catalog, 0);
  if (!found.problem) {
    check.scenario_sources = std::move(found.sources);
    check.of_scenario = std::move(found.warnings);
    return check;
  }
  for (const Diagnostic& problem : found.problem->of_plan.sorted())
    diagnostics.add(problem);
  check.scenario_sources = std::move(found.problem->sources);
  check.of_scenario = std::move(found.problem->diagnostics);
  if (check.of_scenario.has_errors()) check.run = describe(list, list.runs[found.problem_run]);
  return check;
}

}  // namespace drover
