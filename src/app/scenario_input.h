// Scenarios as commands read them: every problem is printed, on stderr for people, on stdout as JSON with
// --json.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/console.h"
#include "app/options.h"
#include "scenario/diagnostics.h"
#include "scenario/scenario_reader.h"
#include "sim/step/simulator.h"

namespace drover {

// The changes for the record: the values of --set, and --unset with its path.
std::vector<std::string> overrides(const ReadOptions& changes);

// Whether an output would replace the file it is made from.
bool is_overwritten_by(const std::string& input, const std::string& output);

// A scenario together with the texts it was read from, for later problems.
struct LoadedInput {
  JsonSources sources;
  LoadedScenario scenario;
};

// load_scenario() with every kind there is. A snapshot is named as such.
std::optional<LoadedScenario> load_scenario_file(const std::string& path, const ReadOptions& changes,
                                                 JsonSources& sources, Diagnostics& diagnostics);

// A scenario without a name of its own gets that of its file.
void name_after_file(LoadedScenario& scenario, const std::string& file);

// Reads the scenario. Empty when there is an error.
std::optional<LoadedInput> load_or_report(const ScenarioOptions& options, const Console& console);

// The same for a text in memory; `text.name` is what messages call it.
std::optional<LoadedInput> load_text_or_report(ScenarioText text, const ReadOptions& changes,
                                               const Console& console);

// Builds its world. Empty when there is an error.
std::optional<Simulator> prepare_or_report(const LoadedInput& input, const Console& console);

}  // namespace drover
