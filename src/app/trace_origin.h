// The origin of a trace: what the file beside it says.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "app/console.h"
#include "observe/record/trails.h"
#include "scenario/scenario_reader.h"

namespace drover {

struct TraceOrigin {
  LoadedScenario scenario;
  std::optional<std::uint64_t> state_hash = {};
  std::vector<TrailCut> cuts;
  std::optional<std::int64_t> rows = {};  // that the trace had when it was written
  bool is_complete = true;                // its run was
  nlohmann::ordered_json meta;            // the whole file
};

// Reports what is wrong with the file, and warns where the trace is not the one it was written with.
std::optional<TraceOrigin> read_origin(const std::string& trace, const Console& console);

}  // namespace drover
