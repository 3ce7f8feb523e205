// Scenarios as commands read them: every problem is printed, on stderr for people, on stdout as JSON with
// --json.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/console.h"
#include "run/input.h"
#include "run/output_conflict.h"
#include "run/run.h"

namespace drover {

// Prints problems. Warnings go to people only; with --json, problems that end the command are its result.
void report_problems(const Diagnostics& diagnostics, const JsonSources& sources, const Console& console);

// Which output would replace a file that a scenario was read from, as a sentence; empty without.
std::string overwritten_source(const JsonSources& sources, const std::vector<std::string>& outputs);

// Reads a scenario, or with a snapshot what it takes to continue from it. Empty when there is an error;
// `code` is then what the program exits with: the command line is wrong where nothing but its flags is.
std::optional<RunInput> load_or_report(const ScenarioOptions& options, const Console& console, ExitCode& code,
                                       const std::string& snapshot = {});

// Builds the world of a scenario that was read without errors; the input outlives the run. Empty when there
// is an error, with the code as above.
std::optional<Run> prepare_or_report(const RunInput& input, RunOptions options, const Console& console,
                                     ExitCode& code);

// The names of the flags that were given: "--set, --steps"; empty without any.
std::string given_flags(std::initializer_list<std::pair<std::string_view, bool>> flags);

// The flags among these changes that only a scenario can take: "--set, --steps"; empty without any. A seed
// from the environment is none.
std::string scenario_flags(const ReadOptions& changes);

}  // namespace drover
