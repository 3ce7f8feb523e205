// What is wrong with a plan file, the scenarios of its runs included.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "core/kind.h"
#include "scenario/diagnostics.h"

namespace drover {

struct PlanCheck {
  std::size_t runs = 0;  // 0 where they cannot be listed
  // The first run whose scenario has an error that is not one of the plan's changes.
  std::string run = {};
  JsonSources scenario_sources = {};
  Diagnostics of_scenario = {};
};

// Checks the source with that index. What is wrong with the plan itself goes to `diagnostics`.
PlanCheck check_plan(std::uint32_t source, const Catalog& catalog, JsonSources& sources,
                     Diagnostics& diagnostics, std::optional<std::int64_t> max_runs = {});

}  // namespace drover
