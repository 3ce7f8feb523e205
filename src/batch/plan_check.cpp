#include "batch/plan_check.h"

#include "batch/run_scenarios.h"
#include "scenario/reader_context.h"
#include "scenario/text_file.h"

namespace drover {

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
  return check;
}

}  // namespace drover
