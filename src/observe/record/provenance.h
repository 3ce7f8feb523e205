// The provenance of a result: what it takes to reproduce it, and to verify that it is the same.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace drover {

// "0.1.0"
std::string_view drover_version();

// Nothing here depends on the clock, the machine, its folders or the number of threads: the same run gives
// the same bytes everywhere.
struct Provenance {
  std::string scenario_name;
  std::string scenario_file;  // as the user gave it
  std::uint64_t scenario_hash = 0;
  std::uint64_t seed = 0;
  std::vector<std::string> overrides;       // "PATH=VALUE", in order
  std::uint64_t steps = 0;                  // taken since the initial state
  double dt = 0.0;                          // s
  std::optional<std::uint64_t> state_hash;  // after the last step
  std::optional<std::uint64_t> resumed_at;  // the step of the snapshot the run went on from
  bool complete = true;                     // false: interrupted or failed before the end
};

nlohmann::ordered_json to_json(const Provenance& provenance);

}  // namespace drover
