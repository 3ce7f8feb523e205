// Runs a scenario and records the contents of a golden.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "golden/golden.h"
#include "observe/metrics/expectations.h"
#include "scenario/scenario_reader.h"
#include "sim/step/simulator.h"

namespace drover {

struct GoldenRunOptions {
  std::int64_t digest_every = 0;                 // steps; 0: so many that a run has at most kMaxDigests
  std::optional<std::int64_t> trace_every = {};  // steps; no trace without
  std::vector<std::string> trace_columns = {};   // besides step and agent; empty: the state of the motion
  std::function<bool()> is_stopped = {};         // asked before every step
};

inline constexpr std::int64_t kMaxDigests = 2000;
inline constexpr std::int64_t kCheckpointCount =
    10;  // after the initial state: evenly spread, the last one at the end

struct GoldenRun {
  GoldenDef golden;  // without a file and a reason; its steps are those taken
  std::vector<Verdict> expectations;
  std::optional<StepFailure> failure;
  std::string output_problem = {};  // why it could not begin: its metrics would not fit in the memory
  bool is_stopped = false;

  bool is_complete() const { return !failure && output_problem.empty() && !is_stopped; }
};

// Runs to the end of the scenario, or to where it fails or is stopped.
GoldenRun run_golden(const LoadedScenario& scenario, Simulator simulator, const GoldenRunOptions& options);

// The hash that tells whether a golden is of this scenario: of what the motion follows from, 16 hexadecimal
// digits.
std::string golden_scenario_hash(const LoadedScenario& scenario);

}  // namespace drover
