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

// "/variables/door: 1.2", and of each of these values that comes out of an expression what was written in its
// place: "/walls/0/points: [[0,{"=":"5 - door / 2"}],[0,0]]". `written` is the document before its
// expressions were evaluated.
std::vector<std::string> scenario_expressions(const JsonValue& document, const JsonValue& written);

// What distinguishes two lists of values, in the order of the second; what is gone comes last.
std::vector<ScenarioChange> compare_scenario_values(const std::vector<std::string>& before,
                                                    const std::vector<std::string>& after);

// What was changed, by values and expressions: variables first, then the values that do not follow from them
// by equal expressions. Without expressions of both sides, all values that changed.
struct ScenarioLines {
  const std::vector<std::string>& values;
  const std::vector<std::string>& expressions;
};
std::vector<ScenarioChange> compare_scenario_lines(const ScenarioLines& before, const ScenarioLines& after);

// "/agent_types/sheep/max_speed: 3 -> 4", "...: 3 -> (removed)", "...: (not there) -> 4"
std::string describe(const ScenarioChange& change);

}  // namespace drover
