// The folder of a batch: every run has a folder of its own in it, which appears complete or not at all.
//
//   plan.json           the plan with the scenarios in it
//   runs.json           the runs of the plan: id, experiment, parameters, seed
//   runs/ID/            metrics.json, and the trace
//   failed/ID.json      a run that failed: why, and the command that repeats it
//   failed/ID.scenario.json   its scenario
//   failed/ID.interrupted, ID.interrupted_alone, and the same with _again
//                       a run that was in flight, with others or alone, when its process ended, once or more
//                       often
//
// Several processes may work in it at the same time, without locks on the whole. A run grows in a hidden
// folder whose lock (flock) its process holds, and is renamed when it is complete. What a process left that
// was killed is found by its lock.
#pragma once

#include <atomic>
#include <map>
#include <optional>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "observe/record/output_file.h"

namespace drover {

// The hidden folder of a run while it runs; removed unless it was published.
class RunFolder {
 public:
  RunFolder() = default;
  ~RunFolder() { discard(); }
  RunFolder(RunFolder&& other) noexcept;
  RunFolder& operator=(RunFolder&& other) noexcept;
  RunFolder(const RunFolder&) = delete;
  RunFolder& operator=(const RunFolder&) = delete;

  const std::string& path() const { return path_; }
  void discard();

 private:
  friend class ResultFolder;
  std::string path_;
  int lock_ = -1;
};

class ResultFolder {
 public:
  // `trace`: the name of the trace that a run must have; empty: none.
  ResultFolder(std::string path, std::string trace);

  // Creates the folder. Removes what killed processes left of runs.
  [[nodiscard]] Failure open();
  // What is known about a run that was in flight when a process was killed or crashed, and is not complete
  // since.
  enum class Doubt {
    none,
    once,         // it was in flight with others
    again,        // more than once, or it was alone
    alone_again,  // it was alone more than once
  };
  Doubt doubt(const std::string& id) const;

  const std::string& path() const { return path_; }
  std::string run_path(const std::string& id) const { return path_ + "/runs/" + id; }
  std::string metrics_path(const std::string& id) const { return run_path(id) + "/metrics.json"; }

  bool has(const std::string& id) const;
  bool has_failed(const std::string& id) const;

  // `is_alone`: no other run is in flight in this process.
  [[nodiscard]] Failure begin(const std::string& id, bool is_alone, RunFolder& folder);
  // Makes the folder the result of the run, unless another process was faster.
  [[nodiscard]] Failure publish(const std::string& id, RunFolder& folder);
  // Notes why a run failed, and its scenario, so that it can be repeated.
  [[nodiscard]] Failure note_failure(const std::string& id, const nlohmann::ordered_json& document,
                                     const nlohmann::ordered_json& scenario) const;
  std::string failed_scenario_path(const std::string& id) const {
    return path_ + "/failed/" + id + ".scenario.json";
  }

  // A file of the batch itself; complete or not at all.
  [[nodiscard]] Failure write(const std::string& name, const nlohmann::ordered_json& document) const;

 private:
  std::string failed_path(const std::string& id) const { return path_ + "/failed/" + id + ".json"; }
  bool is_complete(const std::string& folder) const;
  void forget_failure(const std::string& id) const;
  Failure remove_abandoned() const;
  Failure note_interrupted(const std::string& id, bool was_alone) const;
  void find_doubts();

  std::string path_;
  std::string trace_;
  std::map<std::string, Doubt> doubts_;
  // Tells the folders of this process from all others: containers and machines share numbers of processes.
  std::string mark_;
  std::atomic<std::uint64_t> count_ = 0;  // of folders that were begun
};

}  // namespace drover
