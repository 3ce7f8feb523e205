// The scenarios of the runs of a plan, and the ids of the runs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "batch/run_list.h"
#include "run/run_options.h"
#include "scenario/diagnostics.h"
#include "scenario/scenario_reader.h"

namespace drover {

// Which run it is: 16 hexadecimal digits that follow from the scenario with all changes, its seed, the
// version of drover and its numerics profile. Two runs with one id have the same results.
std::string run_id(const LoadedScenario& scenario);

class RunScenarios {
 public:
  // Reads the files of the experiments. What is wrong with them is reported at the place in the plan. The
  // list outlives this.
  static std::optional<RunScenarios> open(const LoadedPlan& plan, const RunList& list, JsonSources& sources,
                                          Diagnostics& diagnostics);

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
    std::string name;  // the file, or the plan and the pointer in it
    std::string text;
    std::string file;  // that gives the scenario a name; empty: it is part of the plan
  };

  RunScenarios(const LoadedPlan& plan, const RunList& list) : plan_(&plan), list_(&list) {}
  bool add(const PlannedExperiment& experiment, JsonSources& sources, Diagnostics& diagnostics);
  void blame_plan(const PlannedRun& run, Reading& reading) const;

  const LoadedPlan* plan_;
  const RunList* list_;
  std::vector<Source> sources_;  // by experiment
};

}  // namespace drover
