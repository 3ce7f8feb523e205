// How the commands of the command line are put together: each registers its flags and what to do.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "app/console.h"
#include "app/exit_code.h"
#include "scenario/scenario_reader.h"
#include "sim/step/simulator.h"

namespace drover {

// What all commands share while the command line is parsed.
struct CommandLine {
  CLI::App& app;
  ConsoleOptions console;
  std::function<ExitCode(const Console&)> chosen;  // set by the command the user chose
};

// Flags of every command that reads a scenario.
struct ScenarioFlags {
  std::string scenario;
  std::vector<std::string> set;
  std::vector<std::string> unset;
  std::int64_t seed = -1;   // -1: not given
  std::int64_t steps = -1;  // -1: not given

  ReadOptions read_options() const;
  // What was changed, for the record: the values of --set, and --unset with its path.
  std::vector<std::string> overrides() const;
  // Whether the output is the scenario's own file.
  bool would_be_overwritten_by(const std::string& output) const;
};
void add_scenario_flags(CLI::App& command, ScenarioFlags& flags);

// A scenario together with the texts it was read from, for later problems.
struct LoadedInput {
  JsonSources sources;
  LoadedScenario scenario;
};

// load_scenario() with every kind there is. A snapshot is named as such.
std::optional<LoadedScenario> load_scenario_file(const std::string& path, const ReadOptions& options,
                                                 JsonSources& sources, Diagnostics& diagnostics);

// A scenario without a name of its own gets that of its file.
void name_after_file(LoadedScenario& scenario, const std::string& file);

// Reads the scenario, printing every problem: on stderr for people, on stdout as JSON with --json.
std::optional<LoadedInput> load_or_report(const ScenarioFlags& flags, const Console& console);

// The same for a text in memory; `name` is what messages call it.
std::optional<LoadedInput> load_text_or_report(ScenarioText text, const ScenarioFlags& flags,
                                               const Console& console);

// Builds its world, reporting what goes wrong in the same way.
std::optional<Simulator> prepare_or_report(const LoadedInput& input, const Console& console);

// Prints a result; when stdout does not take it, says so and turns the code into bad_output.
ExitCode print_result(const Console& console, std::string_view text, ExitCode code = ExitCode::ok);

void add_run_command(CommandLine& line);
void add_validate_command(CommandLine& line);
void add_render_command(CommandLine& line);
void add_diff_command(CommandLine& line);
void add_list_command(CommandLine& line);
void add_explain_command(CommandLine& line);
void add_schema_command(CommandLine& line);
void add_check_command(CommandLine& line);
void add_golden_command(CommandLine& line);
void add_hash_command(CommandLine& line);
void add_init_command(CommandLine& line);
void add_version_command(CommandLine& line);

}  // namespace drover
