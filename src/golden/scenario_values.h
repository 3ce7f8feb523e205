// The values of a scenario, one line each, so that a golden can say what changed in its scenario.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "scenario/json_value.h"

namespace drover {

// One value that was added, removed or changed; a side that has none is empty.
struct ScenarioChange {
  std::string pointer;  // JSON pointer in the scenario
  std::optional<std::string> before;
  std::optional<std::string> after;
};

// "/agent_types/sheep/max_speed: 3": every number, text and list of numbers that the motion follows from, as
// the file gives it, in its order. Long values are shortened and end in their hash. Names, descriptions, what
// is recorded and what is expected are left out.
std::vector<std::string> scenario_values(const JsonValue& document);

// What distinguishes two such lists, in the order of the second; what is gone comes last.
std::vector<ScenarioChange> compare_scenario_values(const std::vector<std::string>& before,
                                                    const std::vector<std::string>& after);

// "/agent_types/sheep/max_speed: 3 -> 4", "...: 3 -> (removed)", "...: (not there) -> 4"
std::string describe(const ScenarioChange& change);

}  // namespace drover
