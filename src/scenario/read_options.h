// Changes to a scenario that are made to its text before it is read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace drover {

// A value of the scenario that an option of its own replaces.
struct ScenarioFlag {
  std::string text;   // as problems call it: "--columns x,y"
  std::string path;   // of the value: "record.trace.columns"
  std::string value;  // JSON
};

// Applied in this order.
struct ReadOptions {
  std::vector<std::string> set = {};    // "PATH=VALUE"
  std::vector<std::string> unset = {};  // "PATH"
  std::vector<ScenarioFlag> flags = {};
  std::optional<std::int64_t> seed = {};
  std::optional<std::int64_t> steps = {};  // replaces the duration by so many steps
  // Columns that are written besides those of the scenario: no change, but what they show is used.
  std::vector<std::string> columns = {};
};

}  // namespace drover
