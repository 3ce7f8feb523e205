// What stands in the folder of a run. Without --sync a loss of power can leave files that are empty or end
// too early: such results are damaged, and the run is repeated.
#pragma once

#include <optional>
#include <string>

#include <nlohmann/json_fwd.hpp>

namespace drover {

// The JSON document of a file; discarded where there is none or it is no JSON.
nlohmann::ordered_json read_json(const std::string& path);

// The number of that key; empty where there is none.
std::optional<double> number_at(const nlohmann::ordered_json& object, const char* key);

enum class ResultState { missing, damaged, complete };

// `trace`: the name of the trace that the run must have; empty: none. `metrics` takes what metrics.json says
// where the result is complete.
ResultState state_of_result(const std::string& folder, const std::string& trace,
                            nlohmann::ordered_json* metrics = nullptr);

}  // namespace drover
