// Snapshots of a run: saving them on the way, and going on from one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/scenario_input.h"
#include "observe/record/output_file.h"
#include "observe/record/snapshot.h"
#include "sim/step/simulator.h"

namespace drover {

// Saves states of a run while it passes them.
class SnapshotSaver {
 public:
  // Why one of the times lies outside the run from a step on, or empty.
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

// JSON pointers of what the scenarios of two snapshots do not agree about, as far as the motion follows from
// it.
std::vector<std::string> differing_paths(const Snapshot& a, const Snapshot& b);

// "/seed, /agents/0/count and 3 more"
std::string list_of_paths(const std::vector<std::string>& paths);

// A scenario and the state to go on from.
struct ResumedInput {
  LoadedInput input;
  Snapshot snapshot;
};

// Reads a snapshot and the scenario to go on with: the one it holds, or that of the options, which may differ
// from it in what is recorded, what is expected and how long the run lasts, and in nothing else. Prints every
// problem.
std::optional<ResumedInput> load_snapshot_or_report(const std::string& path, const ScenarioOptions& options,
                                                    const Console& console);

// Puts the state into the simulator that was built from the scenario. Says why that does not work, or is
// empty.
std::string restore(const Snapshot& snapshot, Simulator& simulator);

}  // namespace drover
