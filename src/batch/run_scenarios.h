// The scenarios of the runs of a plan, and the ids of the runs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "batch/result_state.h"
#include "batch/run_list.h"
#include "run/run_options.h"
#include "scenario/diagnostics.h"
#include "scenario/scenario_reader.h"

namespace drover {

// Which run it is. Its id is the letter r and 16 hexadecimal digits that follow from the scenario with all
// changes, its seed, the version of drover and its numerics profile. The letter keeps readers of tables from
// taking an id for a number, as 1234567890123456 and 12345678901234e5 are. Two runs with one id have the same
// results.
RunKey key_of(const LoadedScenario& scenario);

class RunScenarios {
 public:
  // Reads the files of the experiments and those they include. What is wrong with them is reported at the
  // place in the plan. The list outlives this.
  static std::optional<RunScenarios> open(const LoadedPlan& plan, const RunList& list, const Catalog& catalog,
                                          JsonSources& sources, Diagnostics& diagnostics);

  // The scenario of a run. Empty when there is an error. For any thread.
  struct Reading {
    std::optional<LoadedScenario> scenario;
    JsonSources sources;
    Diagnostics diagnostics;  // with places in `sources`
    Diagnostics of_plan;      // of changes, with places in the sources of the plan
  };
  Reading read(const PlannedRun& run, const Catalog& catalog) const;

  // Reports paths that sweeps change and that the scenario does not have: a value that is put somewhere anew,
  // such as under a misspelled name, would vary nothing.
  void check_paths(const Catalog& catalog, Diagnostics& diagnostics) const;

  // What `drover run` is given for the same scenario, but for the file: results do not tell where it lay.
  ScenarioOptions options(const PlannedRun& run) const;

  // The plan with all scenarios in it instead of their files.
  nlohmann::ordered_json self_contained_plan() const;

 private:
  struct Source {
    ScenarioText text;  // its name is that of the file, or the pointer in the plan
    std::string file;   // that gives the scenario a name; empty: it is part of the plan
    // The scenario with the files it includes, and their texts: what is read later is what was read first.
    // Empty where they cannot be read, which the runs report.
    std::optional<JsonValue> document = {};
    JsonSources texts = {};
  };

  RunScenarios(const LoadedPlan& plan, const RunList& list) : plan_(&plan), list_(&list) {}
  bool add(const PlannedExperiment& experiment, JsonSources& sources, Diagnostics& diagnostics);
  static std::optional<LoadedScenario> read(const Source& source, const ReadOptions& options,
                                            const Catalog& catalog, JsonSources& sources,
                                            Diagnostics& diagnostics);
  void blame_plan(const PlannedRun& run, Reading& reading) const;

  const LoadedPlan* plan_;
  const RunList* list_;
  std::vector<Source> sources_;  // by experiment
};

// Lists the runs of a plan, which outlive the scenarios that are returned, and reports all that is wrong as
// far as it shows without reading the scenario of every run. Empty when there is an error.
std::optional<RunScenarios> open_runs(const LoadedPlan& plan, const Catalog& catalog, RunList& list,
                                      JsonSources& sources, Diagnostics& diagnostics);

}  // namespace drover
