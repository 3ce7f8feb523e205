// What stands in the folder of a run, and whether it is believed. Without --sync a loss of power can leave
// files that are empty or end too early, and a folder may come from somebody else. Results that are not
// whole, or that are of another run than their place says, are damaged, and the run is repeated. What
// somebody made up with care is not found out: only running it again does that.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "sim/definitions/definitions.h"

namespace drover {

// The letter r and the hash of these texts, as metrics have them; the first is the hash of the scenario.
std::string run_id(std::string_view scenario_hash, std::string_view drover, std::string_view numerics);

// Whether a text has the form of an id. Ids of older versions of drover had no r. Everything else in a folder
// of results is somebody else's, and no path is made of it.
bool is_run_id(std::string_view text);

// A hash of metrics and limits, in their order.
std::uint64_t hash_of_expectations(const ScenarioDef& scenario);

// The run that results must be of. What is not known is not compared.
struct RunKey {
  std::string id;
  std::optional<std::uint64_t> seed = {};
  std::optional<std::uint64_t> steps = {};
  std::optional<std::uint64_t> expectations = {};  // hash_of_expectations()
};

enum class ResultState { missing, damaged, complete };

struct StoredResult {
  ResultState state = ResultState::missing;
  std::string problem = {};                  // of damage, as a sentence
  nlohmann::ordered_json metrics = nullptr;  // what metrics.json says, of a complete result
};

enum class FileCheck {
  size,     // of traces
  content,  // their hashes: reads them
};

// `folder`: that of the batch. `trace`: the name of the trace that the run must have; empty: none.
StoredResult read_stored(const std::string& folder, const RunKey& key, const std::string& trace,
                         FileCheck check = FileCheck::size);

}  // namespace drover
