#include "app/scenario_input.h"

#include <cstdlib>
#include <filesystem>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/catalog.h"

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

// Whether a problem is one of a flag that stands for a single value. --set and --unset can change anything,
// and what comes of it is a scenario.
bool is_of_flag(const JsonSource& source) {
  return source.kind == SourceKind::command_line && !source.name.starts_with("--set ") &&
         !source.name.starts_with("--unset ");
}

ExitCode code_of(const Diagnostics& diagnostics, const JsonSources& sources) {
  bool is_usage = diagnostics.has_errors();
  for (const Diagnostic& problem : diagnostics.sorted()) {
    if (problem.severity == Severity::error)
      is_usage = is_usage && is_of_flag(sources.at(problem.where.source));
  }
  return is_usage ? ExitCode::usage : ExitCode::bad_input;
}

}  // namespace

void report_problems(const Diagnostics& diagnostics, const JsonSources& sources, const Console& console) {
  if (!console.json() || !diagnostics.has_errors()) {
    console.raw_error(format_human(diagnostics, sources, console.color()));
    return;
  }
  nlohmann::ordered_json document;
  document["ok"] = false;
  document["problems"] = format_json(diagnostics, sources);
  static_cast<void>(print_result(console, document.dump(2) + "\n"));
}

std::string scenario_flags(const ReadOptions& changes) {
  const char* variable = std::getenv("DROVER_SEED");
  const bool is_seed_given = changes.seed && (variable == nullptr || *variable == '\0');
  std::string flags;
  for (const auto& [name, is_given] : {std::pair("--set", !changes.set.empty()),
                                       {"--unset", !changes.unset.empty()},
                                       {"--seed", is_seed_given},
                                       {"--steps", changes.steps.has_value()}}) {
    if (is_given) flags += (flags.empty() ? "" : ", ") + std::string(name);
  }
  return flags;
}

bool is_overwritten_by(const std::string& input, const std::string& output) {
  std::error_code error;
  return std::filesystem::is_regular_file(output, error) && std::filesystem::equivalent(input, output, error);
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
