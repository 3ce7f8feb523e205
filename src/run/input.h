// The input of a run: a scenario, or a saved state and its scenario.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/kind.h"
#include "observe/record/snapshot.h"
#include "run/run_options.h"
#include "scenario/diagnostics.h"
#include "scenario/scenario_reader.h"

namespace drover {

// What was read, and every problem of it.
struct RunInput {
  std::optional<LoadedScenario> scenario = {};  // empty: the diagnostics or the problem say why
  std::optional<Snapshot> snapshot = {};        // the state to continue from
  JsonSources sources = {};                     // the texts that diagnostics point to, also later ones
  Diagnostics diagnostics = {};                 // of the scenario; warnings may come with a result
  std::string problem = {};                     // of the snapshot, a sentence; empty without

  bool is_usable() const { return scenario.has_value() && problem.empty(); }
};

// A scenario without a name gets that of its file.
void give_name(LoadedScenario& scenario, const std::string& file);

// Reads a scenario. One without a name gets that of its file. A snapshot given as a scenario is refused.
RunInput load_input(const ScenarioOptions& options, const Catalog& catalog);

// The two halves of it, for those who look at the text between them. Standard input and pipes can be read
// only once. Without a source there is an error.
struct InputText {
  std::optional<std::uint32_t> source = {};
  RunInput input = {};  // with the text, and no scenario yet
};
InputText read_input_text(const std::string& file);
RunInput read_input(InputText text, const ScenarioOptions& options, const Catalog& catalog);

// Reads a snapshot and the scenario to continue with: the one it holds, or that of the options when they name
// a file. It may differ from the saved one in what is recorded, what is expected and how long the run lasts,
// and in nothing else.
RunInput load_input_to_resume(const std::string& snapshot, const ScenarioOptions& options,
                              const Catalog& catalog);

}  // namespace drover
