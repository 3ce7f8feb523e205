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
// Several processes may work in it at the same time, without locks on the whole: each run grows in a hidden
// folder of its own.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "batch/hidden_folder.h"
#include "batch/result_state.h"
#include "observe/record/output_file.h"

namespace drover {

class ResultFolder {
 public:
  // `trace`: the name of the trace that a run must have; empty: none.
  ResultFolder(std::string path, std::string trace, Durability durability = Durability::cached);

  // Creates the folder, in which nothing is written through a link. Removes what killed processes left of
  // runs.
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

  // The results of a run, with the trace.
  StoredResult read(const RunKey& key, FileCheck check = FileCheck::size) const {
    return read_stored(path_, key, trace_, check);
  }
  // Whether they are there, whole, and of this run.
  bool has(const RunKey& key) const { return read(key).state == ResultState::complete; }
  bool has_failed(const std::string& id) const;

  // `is_alone`: no other run is in flight in this process.
  [[nodiscard]] Failure begin(const std::string& id, bool is_alone, HiddenFolder& folder);
  // Makes the folder the result of the run, unless another process was faster.
  [[nodiscard]] Failure publish(const RunKey& key, HiddenFolder& folder);
  // Notes why a run failed, and its scenario, so that it can be repeated.
  [[nodiscard]] Failure note_failure(const std::string& id, const nlohmann::ordered_json& document,
                                     const nlohmann::ordered_json& scenario) const;
  std::string failed_scenario_path(const std::string& id) const {
    return path_ + "/failed/" + id + ".scenario.json";
  }

  // The runs with results or failures here that are none of `own`, in the order of their ids.
  std::vector<std::string> runs_besides(const std::set<std::string>& own) const;
  // Whether another process computes a run of this folder now.
  bool is_in_use() const;
  // Removes what is known of a run.
  [[nodiscard]] Failure remove(const std::string& id) const;

  // A file of the batch itself; complete or not at all.
  [[nodiscard]] Failure write(const std::string& name, const nlohmann::ordered_json& document) const;

 private:
  std::string failed_path(const std::string& id) const { return path_ + "/failed/" + id + ".json"; }
  Failure check_folders() const;
  void forget_failure(const std::string& id) const;
  Failure remove_left_over() const;
  Failure note_interrupted(const std::string& id, bool was_alone) const;
  void find_doubts();

  std::string path_;
  std::string trace_;
  Durability durability_;
  std::map<std::string, Doubt> doubts_;
};

}  // namespace drover
