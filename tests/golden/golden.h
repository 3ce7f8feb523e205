// Golden files: what a run of a scenario came to when somebody last looked at it and accepted it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scenario/scenario_reader.h"

namespace drover::test {

// A state hash on the way.
struct Checkpoint {
  std::uint64_t tick = 0;
  std::string hash;  // 16 hexadecimal digits

  friend bool operator==(const Checkpoint&, const Checkpoint&) = default;
};

struct Golden {
  std::string scenario;  // "scenarios/behaviors/seek.json"
  std::string scenario_hash;
  std::int64_t steps = 0;
  std::string final_hash = {};
  std::vector<Checkpoint> checkpoints = {};  // ten, evenly spread; the last one stands at the end of the run
};

inline constexpr std::int64_t kCheckpointCount = 10;

// "tests/golden/behaviors/seek.golden.json" for "scenarios/behaviors/seek.json", and back.
std::string golden_file_of(std::string_view scenario);
std::string scenario_file_of(std::string_view golden);

// Runs the scenario to its end. Throws std::runtime_error when a step fails.
Golden run_golden(const std::string& scenario, const LoadedScenario& loaded);

std::string to_text(const Golden& golden);
// Throws std::runtime_error for a text that to_text() does not write.
Golden from_text(const std::string& text);

// Says where a run leaves what was accepted: the scenario itself, or the first window between two
// checkpoints; empty when it does not.
std::optional<std::string> first_difference(const Golden& accepted, const Golden& run);

}  // namespace drover::test
