#include "run/prepare.h"

#include <fmt/format.h>

#include "core/text.h"
#include "observe/metrics/expectations.h"
#include "observe/picture/color.h"
#include "observe/record/columns.h"
#include "scenario/reader_context.h"
#include "sim/construction/world_builder.h"

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

// Unknown colors do not end a run: pictures take one of the palette instead.
std::vector<Problem> check_colors(const ScenarioDef& def) {
  std::vector<Problem> problems;
  for (const Named<AgentTypeDef>& type : def.agent_types) {
    const std::string& color = type.value.color;
    if (color.empty() || parse_color(color)) continue;
    Problem problem{.message = fmt::format("unknown color \"{}\"", color),
                    .allowed = {"a name of CSS, such as teal or tomato, or #rrggbb"},
                    .nearest = std::string(nearest_name(color, color_names())),
                    .severity = Severity::warning};
    append_pointer_token(problem.pointer, type.name);
    problem.pointer += "/color";
    problems.push_back(std::move(problem));
  }
  return problems;
}

}  // namespace

std::optional<Simulator> prepare_simulator(const LoadedScenario& scenario, Diagnostics& diagnostics,
                                           std::shared_ptr<const Statics> like) {
  BuiltWorld built = build_world(scenario.def, std::move(like));
  report_all(scenario, "", built.problems, diagnostics);
  report_all(scenario, "", built.warnings, diagnostics);
  report_all(scenario, "/agent_types", check_colors(scenario.def), diagnostics);
  // A world that could not be built lacks columns that it would have.
  if (built.problems.empty()) {
    report_all(scenario, "/record/trace/columns",
               validate_columns(scenario.def.record.trace.columns, built.world), diagnostics);
    report_all(scenario, "/record", inspect_metrics(scenario.def.record, built.world), diagnostics);
  }
  report_all(scenario, "/expect",
             check_expectations(scenario.def.expect, scenario.def.record, scenario.def.world.space()),
             diagnostics);
  if (diagnostics.has_errors()) return std::nullopt;
  return Simulator(std::move(built));
}

}  // namespace drover
