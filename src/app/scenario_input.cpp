#include "app/scenario_input.h"

#include <cstdlib>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/catalog.h"
#include "core/text.h"
#include "observe/record/json_file.h"

namespace drover {
namespace {

// A seed from the environment is easily forgotten. --seed takes precedence; an empty variable counts as
// unset.
void warn_of_seed(const ReadOptions& changes, const Console& console) {
  const char* variable = std::getenv("DROVER_SEED");
  if (variable == nullptr || *variable == '\0' || !changes.seed) return;
  if (std::strtoll(variable, nullptr, 10) == *changes.seed)
    console.warning(fmt::format("DROVER_SEED is set; the seed is {}", *changes.seed));
}

// Wrong usage where all errors are those of flags that stand for a single value. --set and --unset can change
// anything, and what comes of it is a scenario.
ExitCode code_of(const Diagnostics& diagnostics, const JsonSources& sources) {
  bool is_usage = diagnostics.has_errors();
  for (const Diagnostic& problem : diagnostics.sorted()) {
    if (problem.severity != Severity::error) continue;
    const JsonSource& source = sources.at(problem.where.source);
    is_usage = is_usage && source.kind == SourceKind::command_line && !source.name.starts_with("--set ") &&
               !source.name.starts_with("--unset ");
  }
  return is_usage ? ExitCode::usage : ExitCode::bad_input;
}

}  // namespace

void report_problems(const Diagnostics& diagnostics, const JsonSources& sources, const Console& console) {
  if (!console.json() || !diagnostics.has_errors()) {
    console.raw_error(format_human(diagnostics, sources, console.color()));
    return;
  }
  const nlohmann::ordered_json document = {{"ok", false}, {"problems", format_json(diagnostics, sources)}};
  static_cast<void>(print_result(console, pretty(document)));
}

std::string given_flags(std::initializer_list<std::pair<std::string_view, bool>> flags) {
  std::vector<std::string_view> names;
  for (const auto& [name, is_given] : flags) {
    if (is_given) names.push_back(name);
  }
  return join(names, ", ");
}

std::string scenario_flags(const ReadOptions& changes) {
  const char* variable = std::getenv("DROVER_SEED");
  const bool is_seed_given = changes.seed && (variable == nullptr || *variable == '\0');
  return given_flags({{"--set", !changes.set.empty()},
                      {"--unset", !changes.unset.empty()},
                      {"--seed", is_seed_given},
                      {"--steps", changes.steps.has_value()}});
}

std::string overwritten_source(const JsonSources& sources, const std::vector<std::string>& outputs) {
  for (std::uint32_t k = 0; k < sources.size(); ++k) {
    const JsonSource& source = sources.at(k);
    if (source.kind != SourceKind::file) continue;
    for (const std::string& path : outputs) {
      if (is_overwritten_by(source.name, path))
        return fmt::format("{} would overwrite {}", path,
                           source.included_from ? "a file that the scenario includes" : "the scenario");
    }
  }
  return {};
}

std::optional<RunInput> load_or_report(const ScenarioOptions& options, const Console& console, ExitCode& code,
                                       const std::string& snapshot) {
  RunInput input =
      snapshot.empty() ? load_input(options, catalog()) : load_input_to_resume(snapshot, options, catalog());
  const bool is_read = input.scenario || input.diagnostics.has_errors();
  if (is_read) warn_of_seed(options.changes, console);
  report_problems(input.diagnostics, input.sources, console);
  if (!input.problem.empty()) console.error(input.problem);
  code = code_of(input.diagnostics, input.sources);
  return input.is_usable() ? std::optional(std::move(input)) : std::nullopt;
}

std::optional<Run> prepare_or_report(const RunInput& input, RunOptions options, const Console& console,
                                     ExitCode& code) {
  Diagnostics diagnostics;
  std::optional<Run> run = Run::prepare(*input.scenario, std::move(options), diagnostics);
  report_problems(diagnostics, input.sources, console);
  code = code_of(diagnostics, input.sources);
  return run;
}

}  // namespace drover
