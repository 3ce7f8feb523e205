// The results of the runs of a batch, read back from its folder.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "batch/result_table.h"

namespace drover {

enum class CollectedStatus {
  complete,
  failed,
  missing,
  damaged,  // its files are not as drover wrote them
};

struct CollectedRun {
  std::string id;
  std::string experiment;  // empty: the plan has none
  std::uint64_t point = 0;
  std::uint64_t replication = 0;
  std::uint64_t seed = 0;
  std::map<std::string, std::string> parameters = {};  // path: JSON
  CollectedStatus status = CollectedStatus::missing;
  std::optional<bool> meets_expectations = {};  // empty: nothing was expected, or there are no results
  std::string unmet = {};                       // the first expectation that is not met: a sentence
  std::string problem = {};                     // of a run that failed or is damaged
  std::string state_hash = {};
  std::map<std::string, double> metrics = {};  // "speed.mean": those that have a value
};

struct Collection {
  std::string plan;
  std::string trace;                    // that the plan wants of every run; empty: none
  std::vector<std::string> parameters;  // paths, in the order of the plan
  std::vector<std::string> metrics;     // names, in the order of the results
  // In the order of the plan; a run that a point has several times stands there once.
  std::vector<CollectedRun> runs;

  std::size_t count(CollectedStatus status) const;
};

// A number that a run measured; truth values are 0 or 1.
struct NamedMetric {
  std::string path = {};             // "speed.mean"
  std::optional<double> value = {};  // absent: there was nothing to measure
};

// The metrics of a metrics file, in its order.
std::vector<NamedMetric> named_metrics(const nlohmann::ordered_json& results);

struct CollectionReading {
  Collection collection;
  std::string problem = {};  // a sentence; empty without
};

// Experiment and parameters as one text: runs with the same text are replications of one point, in however
// many places the plan has it.
std::string point_key(const CollectedRun& run);

// Reads runs.json and the results it names.
CollectionReading read_collection(const std::string& folder);

// The first expectation that metrics do not meet, as a sentence; empty where there is none.
std::string unmet_expectation(const nlohmann::ordered_json& results);

// One row for each run: id, experiment, point, replication, seed, status, problem, state_hash, expectations,
// the parameters and the metrics.
ResultTable run_table(const Collection& collection);

// The value of a parameter as a cell: numbers and texts as such, anything else as JSON.
Cell parameter_cell(const CollectedRun& run, const std::string& path);

}  // namespace drover
