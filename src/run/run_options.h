// What to run and what to write: plain values, for programs as for the command line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "observe/dataset/dataset_format.h"
#include "observe/record/output_file.h"
#include "scenario/read_options.h"

namespace drover {

// A scenario file and the changes made to it.
struct ScenarioOptions {
  std::string file = {};  // "-": standard input
  ReadOptions changes = {};
};

// The changes as the provenance of results lists them: the values of --set, and --unset with its path.
std::vector<std::string> overrides(const ReadOptions& changes);

// A time [s] and the file that receives the state of that time.
using SaveRequest = std::pair<double, std::string>;

// How long the parts of a run take is never reproducible; the metrics file holds it apart from the results.
enum class Timing {
  none,     // no clock is read
  steps,    // steps and their phases
  profile,  // also metrics and trace, and the share of each part
};

// The paths of files are "-" for standard output and empty for no file.
struct RunOptions {
  ScenarioOptions source = {};  // only noted in the results: where the scenario came from
  std::size_t threads = 1;      // that share the work of a step; 0: one per processor
  std::string trace = {};       // in a format of observe/dataset; the scenario says what it holds
  DatasetChoices trace_choices = {};
  std::optional<std::int64_t> trace_every = {};  // steps; absent: the scenario's choice
  std::vector<std::string> trace_columns = {};   // valid names; empty: the scenario's choice
  std::string metrics = {};                      // metrics file
  std::vector<SaveRequest> snapshots = {};  // not to standard output; always on the disk when they are done
  Durability durability = Durability::cached;  // of trace and metrics
  bool observes_metrics = false;      // even if they are neither written nor expected by the scenario
  bool measures_all = false;          // of a scenario that does not say which metrics it wants
  bool ignores_expectations = false;  // no verdicts, and no metrics for their sake
  Timing timing = Timing::none;
};

}  // namespace drover
