#include "run/prepare.h"

#include "observe/metrics/expectations.h"
#include "observe/record/columns.h"
#include "scenario/reader_context.h"
#include "sim/build/world_builder.h"

namespace drover {
namespace {

// Reports problems whose pointers are relative to the value at `pointer`.
void report_all(const LoadedScenario& scenario, std::string_view pointer, std::vector<Problem> problems,
                Diagnostics& diagnostics) {
  for (Problem& problem : problems) {
    problem.pointer.insert(0, pointer);
    report(scenario.document, std::move(problem), diagnostics);
  }
}

}  // namespace

std::optional<Simulator> prepare_simulator(const LoadedScenario& scenario, Diagnostics& diagnostics) {
  BuiltWorld built = build_world(scenario.def);
  report_all(scenario, "", built.problems, diagnostics);
  report_all(scenario, "", built.warnings, diagnostics);
  report_all(scenario, "/record/trace/columns",
             validate_columns(scenario.def.record.trace.columns, built.world), diagnostics);
  report_all(scenario, "/expect", check_expectations(scenario.def.expect, scenario.def.record), diagnostics);
  if (diagnostics.has_errors()) return std::nullopt;
  return Simulator(std::move(built));
}

}  // namespace drover
