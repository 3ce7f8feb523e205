// Snapshots of a run: saving states on the way, and continuing from one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "observe/record/output_file.h"
#include "observe/record/snapshot.h"
#include "run/run_options.h"
#include "scenario/scenario_reader.h"
#include "sim/step/simulator.h"

namespace drover {

// Saves states of a run while it passes them.
class SnapshotSaver {
 public:
  // Why one of the times lies outside the part of the run that begins with a step: "7 is outside the run,
  // which goes from 0 s to 5 s". Empty when all lie inside.
  static std::string problem(const std::vector<SaveRequest>& requests, const ScenarioDef& def,
                             std::uint64_t first_step);

  // Creates the files. `scenario` outlives the saver.
  [[nodiscard]] Failure open(const std::vector<SaveRequest>& requests, const LoadedScenario& scenario);

  // Call it for the first state and after every step.
  [[nodiscard]] Failure observe(const Simulator& simulator);

  // The files that were written so far.
  const std::vector<std::string>& saved() const { return saved_; }

 private:
  struct Pending {
    std::uint64_t tick;
    OutputFile file = {};
  };
  std::vector<Pending> pending_;
  std::vector<std::string> saved_;
  const LoadedScenario* scenario_ = nullptr;
};

// Everything about the state of a simulation that a snapshot file holds.
Snapshot snapshot_of(const Simulator& simulator, const LoadedScenario& scenario);

// JSON pointers of the values in which two scenarios differ, as far as the motion follows from them.
std::vector<std::string> differing_paths(const LoadedScenario& a, const LoadedScenario& b);
// The same of the scenarios in two snapshots: a key that only one of them has may say nothing. One that
// cannot be read, from a later version, is compared as it is written.
std::vector<std::string> differing_paths(const Snapshot& a, const Snapshot& b, const Catalog& catalog);

// "/seed, /agents/0/count and 3 more"
std::string list_of_paths(const std::vector<std::string>& paths);

// Puts the state into the simulator that was built from the scenario. Says why that does not work, or is
// empty.
std::string restore(Snapshot snapshot, Simulator& simulator);

// What is wrong with a snapshot whose state comes to this hash; empty where it is as the snapshot says.
std::string problem_with_hash(const Snapshot& snapshot, std::uint64_t hash);

}  // namespace drover
