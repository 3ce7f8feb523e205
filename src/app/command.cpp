#include "app/command.h"

#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/catalog.h"
#include "app/option_checks.h"
#include "app/run_setup.h"
#include "observe/record/snapshot.h"

namespace drover {

ReadOptions ScenarioFlags::read_options() const {
  ReadOptions options;
  options.set = set;
  options.unset = unset;
  if (seed >= 0) options.seed = seed;
  if (steps >= 0) options.steps = steps;
  return options;
}

std::vector<std::string> ScenarioFlags::overrides() const {
  std::vector<std::string> all = set;
  for (const std::string& path : unset)
    all.push_back("--unset " + path);
  return all;
}

bool ScenarioFlags::would_be_overwritten_by(const std::string& output) const {
  std::error_code error;
  return std::filesystem::is_regular_file(output, error) &&
         std::filesystem::equivalent(scenario, output, error);
}

void add_scenario_flags(CLI::App& command, ScenarioFlags& flags) {
  command.add_option("scenario", flags.scenario, "Scenario file; - reads standard input")
      ->required()
      ->type_name("FILE");
  command
      .add_option("--set", flags.set,
                  "Change a value before reading, e.g. agents.0.count=50; may be repeated")
      ->type_name("PATH=VALUE")
      ->expected(1)
      ->allow_extra_args(false)
      ->take_all();
  command.add_option("--unset", flags.unset, "Remove a key before reading; may be repeated")
      ->type_name("PATH")
      ->expected(1)
      ->allow_extra_args(false)
      ->take_all();
  command.add_option("--seed", flags.seed, "Seed instead of the scenario's")
      ->type_name("N")
      ->envname("DROVER_SEED")
      ->transform(whole_number_from(0));
  command.add_option("--steps", flags.steps, "Number of steps instead of the scenario's duration")
      ->type_name("N")
      ->transform(whole_number_from(0));
}

namespace {

// An empty variable counts as unset, and --seed has precedence over it.
bool is_seed_of_environment(std::int64_t seed) {
  const char* variable = std::getenv("DROVER_SEED");
  return variable != nullptr && *variable != '\0' && seed >= 0 && std::strtoll(variable, nullptr, 10) == seed;
}

void warn_of_seed(const ScenarioFlags& flags, const Console& console) {
  if (!is_seed_of_environment(flags.seed)) return;
  console.warning(fmt::format("DROVER_SEED is set; the seed is {}", flags.seed));
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

std::optional<LoadedScenario> load_scenario_file(const std::string& path, const ReadOptions& options,
                                                 JsonSources& sources, Diagnostics& diagnostics) {
  if (!looks_like_snapshot(path)) return load_scenario(path, options, catalog(), sources, diagnostics);
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

std::optional<LoadedInput> load_or_report(const ScenarioFlags& flags, const Console& console) {
  warn_of_seed(flags, console);
  JsonSources sources;
  Diagnostics diagnostics;
  std::optional<LoadedScenario> loaded =
      load_scenario_file(flags.scenario, flags.read_options(), sources, diagnostics);
  report_problems(diagnostics, sources, console);
  if (!loaded) return std::nullopt;
  name_after_file(*loaded, flags.scenario);
  return LoadedInput{std::move(sources), std::move(*loaded)};
}

std::optional<LoadedInput> load_text_or_report(ScenarioText text, const ScenarioFlags& flags,
                                               const Console& console) {
  warn_of_seed(flags, console);
  JsonSources sources;
  Diagnostics diagnostics;
  std::optional<LoadedScenario> loaded =
      read_scenario_text(std::move(text), flags.read_options(), catalog(), sources, diagnostics);
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

ExitCode print_result(const Console& console, std::string_view text, ExitCode code) {
  if (console.print(text)) return code;
  console.error("standard output does not take the result");
  return ExitCode::bad_output;
}

}  // namespace drover
