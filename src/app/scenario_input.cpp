#include "app/scenario_input.h"

#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/catalog.h"
#include "app/run_setup.h"
#include "observe/record/snapshot.h"

namespace drover {

std::vector<std::string> overrides(const ReadOptions& changes) {
  std::vector<std::string> all = changes.set;
  for (const std::string& path : changes.unset)
    all.push_back("--unset " + path);
  return all;
}

bool is_overwritten_by(const std::string& input, const std::string& output) {
  std::error_code error;
  return std::filesystem::is_regular_file(output, error) && std::filesystem::equivalent(input, output, error);
}

namespace {

// A seed from the environment is easily forgotten. --seed takes precedence; an empty variable counts as
// unset.
void warn_of_seed(const ReadOptions& changes, const Console& console) {
  const char* variable = std::getenv("DROVER_SEED");
  if (variable == nullptr || *variable == '\0' || !changes.seed) return;
  if (std::strtoll(variable, nullptr, 10) == *changes.seed)
    console.warning(fmt::format("DROVER_SEED is set; the seed is {}", *changes.seed));
}

// Warnings go to people only; with --json, problems that end the command are the command's result.
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

}  // namespace

std::optional<LoadedScenario> load_scenario_file(const std::string& path, const ReadOptions& changes,
                                                 JsonSources& sources, Diagnostics& diagnostics) {
  if (!looks_like_snapshot(path)) return load_scenario(path, changes, catalog(), sources, diagnostics);
  diagnostics.add({.where = whole_source(sources.add(path, {})),
                   .message = "this is a snapshot and no scenario",
                   .hint = "drover run --resume goes on from it"});
  return std::nullopt;
}

void name_after_file(LoadedScenario& scenario, const std::string& file) {
  if (!scenario.def.name.empty()) return;
  scenario.def.name = std::filesystem::path(file).stem().string();
  scenario.resolved["name"] = scenario.def.name;
}

std::optional<LoadedInput> load_or_report(const ScenarioOptions& options, const Console& console) {
  warn_of_seed(options.changes, console);
  JsonSources sources;
  Diagnostics diagnostics;
  std::optional<LoadedScenario> loaded =
      load_scenario_file(options.file, options.changes, sources, diagnostics);
  report_problems(diagnostics, sources, console);
  if (!loaded) return std::nullopt;
  name_after_file(*loaded, options.file);
  return LoadedInput{std::move(sources), std::move(*loaded)};
}

std::optional<LoadedInput> load_text_or_report(ScenarioText text, const ReadOptions& changes,
                                               const Console& console) {
  warn_of_seed(changes, console);
  JsonSources sources;
  Diagnostics diagnostics;
  std::optional<LoadedScenario> loaded =
      read_scenario_text(std::move(text), changes, catalog(), sources, diagnostics);
  report_problems(diagnostics, sources, console);
  if (!loaded) return std::nullopt;
  return LoadedInput{std::move(sources), std::move(*loaded)};
}

std::optional<Simulator> prepare_or_report(const LoadedInput& input, const Console& console) {
  Diagnostics diagnostics;
  std::optional<Simulator> simulator = prepare_simulator(input.scenario, diagnostics);
  report_problems(diagnostics, input.sources, console);
  return simulator;
}

}  // namespace drover
