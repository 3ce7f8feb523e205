// Scenarios as commands read them: every problem is printed, on stderr for people, on stdout as JSON with
// --json.
#pragma once

#include <optional>
#include <string>

#include "app/console.h"
#include "run/input.h"
#include "run/run.h"

namespace drover {

// Whether an output would replace the file it is made from.
bool is_overwritten_by(const std::string& input, const std::string& output);

// Reads a scenario, or with a snapshot what it takes to continue from it. Empty when there is an error.
std::optional<RunInput> load_or_report(const ScenarioOptions& options, const Console& console,
                                       const std::string& snapshot = {});

// Builds the world of a scenario that was read without errors; the input outlives the run. Empty when there
// is an error.
std::optional<Run> prepare_or_report(const RunInput& input, RunOptions options, const Console& console);

// "the heading of agent 7 is no longer finite in step 12"
std::string describe(const StepFailure& failure);

}  // namespace drover
