// One run of a scenario: builds its world, steps it, shows every state to the observers, and writes the
// results. The whole state of a run is in its object, so that several can be executed in parallel.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "observe/metrics/expectations.h"
#include "observe/metrics/metric_set.h"
#include "observe/metrics/metrics_file.h"
#include "observe/record/output_file.h"
#include "observe/record/provenance.h"
#include "observe/record/snapshot.h"
#include "observe/record/trace_writer.h"
#include "run/run_options.h"
#include "run/run_profile.h"
#include "run/snapshots.h"
#include "scenario/diagnostics.h"
#include "scenario/scenario_reader.h"
#include "sim/step/simulator.h"

namespace drover {

// How many agents were in the world during a run: events add and remove them.
struct AgentCount {
  std::size_t first = 0;
  std::size_t min = 0;
  std::size_t max = 0;
  std::size_t last = 0;

  static AgentCount beginning_with(std::size_t count) { return {count, count, count, count}; }

  // The number of agents in the next state.
  void observe(std::size_t count) {
    min = std::min(min, count);
    max = std::max(max, count);
    last = count;
  }
};

// How the caller follows a run. Called between two steps, in the thread that executes the run, but for
// is_stopped.
struct RunControl {
  std::function<void(const TraceSize&)> trace_opened = {};  // before the first step, where a trace is written
  // True ends the run. Asked before every step, and before every chunk of a step by the threads that share
  // it.
  std::function<bool()> is_stopped = {};
  std::function<void(std::uint64_t tick)> step_ended = {};  // the number of the state that was reached
};

enum class RunEnd {
  complete,       // the last step of the scenario was taken
  stopped,        // RunControl::is_stopped said so
  step_failed,    // a number of an agent is no longer finite
  output_failed,  // a file could not be written; none is left but snapshots written before
};

// The result of a run. Results of a run that was stopped or whose step failed are those of its last state,
// and their files keep the ending ".incomplete". Where it was stopped within a step they are those of the
// last state that observers saw, which is gone: there is no hash of it.
struct RunResult {
  RunEnd end = RunEnd::complete;
  std::optional<StepFailure> step_failure = {};  // with RunEnd::step_failed
  std::string output_problem = {};               // which file and why, with RunEnd::output_failed

  Provenance provenance = {};           // with the number of steps and the hash of the last state
  MetricResults metrics{{}};            // none where none were observed
  std::vector<Verdict> verdicts = {};   // of the scenario's expectations
  std::vector<TableInfo> tables = {};   // beside the metrics file
  WorkCounters counters = {};           // of the steps taken
  AgentCount agents = {};               // over all states
  Timing timing = Timing::none;         // what of the profile was measured
  RunProfile profile = {};              // not reproducible
  std::size_t threads = 1;              // that shared the work of a step
  std::vector<std::string> files = {};  // written: trace, metrics, their tables, snapshots
  std::vector<std::string> notes = {};  // what the format of the trace could not hold, one sentence each

  bool is_complete() const { return end == RunEnd::complete; }
};

// "the heading of agent 7 is no longer finite in step 12"
std::string describe(const StepFailure& failure);
// "agent 3", or the anchor of a formation, which has a number of its own.
std::string body_text(std::int64_t number);

// The metrics file of a run.
nlohmann::ordered_json metrics_document(const RunResult& result);

class Run {
 public:
  // `simulator` was built from the scenario, which outlives the run.
  Run(const LoadedScenario& scenario, Simulator simulator, RunOptions options);

  // Builds the simulator too. Empty when there are errors; problems and warnings go to the diagnostics.
  // `like` is for build_world.
  static std::optional<Run> prepare(const LoadedScenario& scenario, RunOptions options,
                                    Diagnostics& diagnostics, std::shared_ptr<const Statics> like = nullptr);

  // Continues from a saved state instead of the initial one. Returns why that is not possible, or an empty
  // text.
  std::string resume(Snapshot snapshot);

  // Why a snapshot to be saved lies outside of the run, as SnapshotSaver::problem says it; empty when none
  // does. To be asked before the run is executed, which does not save such snapshots.
  std::string snapshot_problem() const;

  // Shows every state from now on to an observer: the present one before the first step, then that after
  // each step. What the observer refers to outlives the execution.
  void add_observer(std::function<void(const Simulator&)> observer) {
    observers_.push_back(std::move(observer));
  }

  // Creates the files of the options, with missing folders, so that a bad path fails before the first step;
  // steps to the end of the scenario; writes the results. Each file appears complete or not at all.
  RunResult execute(const RunControl& control = {});

  // Steps up to a state and shows the states to the observers alone; for callers that look at single states.
  RunEnd advance_to(std::uint64_t tick, const RunControl& control = {});

  // For observers that set up what the simulator records, before the first step.
  Simulator& simulator() { return simulator_; }
  const Simulator& simulator() const { return simulator_; }
  // That of the last state of the scenario.
  std::uint64_t last_tick() const { return static_cast<std::uint64_t>(scenario_->def.step_count()); }

 private:
  RunEnd step_to(std::uint64_t tick, const RunControl& control);
  Failure open_outputs();
  Failure open_metrics();
  Failure observe();
  void publish(RunResult& result);
  Provenance provenance(bool is_complete) const;
  std::vector<std::string> written_files(bool is_complete) const;
  double* measured(double& sum) { return options_.timing == Timing::none ? nullptr : &sum; }

  const LoadedScenario* scenario_;
  Simulator simulator_;
  RunOptions options_;
  std::optional<std::uint64_t> resumed_at_;
  std::vector<std::function<void(const Simulator&)>> observers_;

  // Of the execution.
  bool is_begun_ = false;
  bool is_torn_ = false;             // stopped within a step: the state is neither the old nor the new one
  std::uint64_t observed_tick_ = 0;  // of the last state that all observers saw
  AgentCount agents_;
  RunProfile profile_;
  std::optional<MetricSet> metrics_;
  SnapshotSaver snapshots_;
  std::unique_ptr<TraceWriter> trace_;
  OutputFile metrics_file_;
  TableFiles tables_;  // beside the metrics file
  std::optional<StepFailure> step_failure_;
  Failure output_failure_;
};

}  // namespace drover
