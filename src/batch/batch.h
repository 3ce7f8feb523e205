// Executes the runs of a plan, several at a time in one process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "batch/result_folder.h"
#include "batch/run_list.h"
#include "batch/run_scenarios.h"
#include "batch/shard.h"
#include "core/kind.h"

namespace drover {

struct RunResult;

struct BatchOptions {
  std::string folder = {};
  std::size_t jobs = 0;  // runs at a time; 0: one per processor
  Shard shard = {};
  bool fail_fast = false;              // a run that fails ends the batch
  bool retry_failed = false;           // runs that failed before are run again
  bool is_fresh = false;               // nothing that stands in the folder is believed: all are run again
  std::optional<double> timeout = {};  // of a run, instead of the plan's [s]
  Durability durability = Durability::cached;
  std::function<bool()> is_stopped = [] { return false; };
};

enum class RunStatus {
  complete,       // now
  done_before,    // its results stood there
  failed,         // now
  failed_before,  // and is not run again
  stopped,        // the batch was
};

struct RunOutcome {
  const PlannedRun* run = nullptr;
  std::string id = {};
  RunStatus status = RunStatus::stopped;
  std::string problem = {};  // of a run that failed: a sentence
  std::string command = {};  // that repeats it
  bool meets_expectations = true;
  std::string unmet = {};  // the first expectation that is not met: a sentence
  double seconds = 0.0;
  double work = 0.0;  // as RunIdentity tells
};

// What is known about a run before it is executed.
struct RunIdentity : RunKey {
  bool has_expectations = false;
  double work = 0.0;  // agent-steps, as if all agents were there from the start
};

// The runs of a plan that have been identified.
struct IdentifiedRuns {
  std::vector<RunIdentity> runs;  // in the order of the list
  // Of the first run whose scenario has an error; there are then no identities.
  std::optional<RunScenarios::Reading> problem = {};
  std::size_t problem_run = 0;
  Diagnostics warnings = {};  // of the first run, with places in its sources
  JsonSources sources = {};
};

// Reads the scenario of every run, `jobs` at a time. Without identities where `is_stopped` said so.
IdentifiedRuns identify(const RunScenarios& scenarios, const RunList& list, const Catalog& catalog,
                        std::size_t jobs, const std::function<bool()>& is_stopped = {});

// The list of all runs as the batch writes it: {"format", "plan", "drover", "numerics", "trace",
// "parameters", "runs": [{"id", "experiment", "point", "replication", "seed", "parameters"}, ...]}.
nlohmann::ordered_json run_list_document(const PlanDef& plan, const RunList& list,
                                         const std::vector<RunIdentity>& identities);

class Batch {
 public:
  // What is referred to outlives the batch.
  Batch(const LoadedPlan& plan, const RunList& list, const RunScenarios& scenarios,
        const std::vector<RunIdentity>& identities, const Catalog& catalog, BatchOptions options);

  // Runs that belong to the shard, each once although it may stand in the plan several times.
  std::size_t size() const { return own_.size(); }
  double work() const;  // of all of them

  // Writes plan.json and runs.json, and executes what is missing. `ended` is called after every run, from one
  // thread at a time. Returns why results could not be written.
  using Listener = std::function<void(const RunOutcome&)>;
  [[nodiscard]] Failure execute(const Listener& ended);

 private:
  struct Schedule;
  void execute_all(Schedule& schedule);
  Failure remove_results() const;
  RunOutcome execute_one(std::size_t index, bool is_alone, Schedule& schedule);
  void run_in(const HiddenFolder& folder, RunOutcome& outcome, bool is_alone, Schedule& schedule);
  static void note_stop(const std::string& lateness, RunOutcome& outcome);
  static void note_result(const RunResult& result, const std::string& lateness, RunOutcome& outcome,
                          Schedule& schedule);
  Failure note_failure(RunOutcome& outcome) const;

  const LoadedPlan& plan_;
  const RunList& list_;
  const RunScenarios& scenarios_;
  const std::vector<RunIdentity>& identities_;
  const Catalog& catalog_;
  BatchOptions options_;
  ResultFolder folder_;
  std::vector<std::size_t> own_;
};

}  // namespace drover
