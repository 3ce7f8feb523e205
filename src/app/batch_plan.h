// The plan of `drover batch` and `drover search`: a file, or what its options make of a scenario.
#pragma once

#include <optional>

#include "app/console.h"
#include "app/options.h"
#include "batch/plan_reader.h"

namespace drover {

struct BatchPlan {
  std::optional<LoadedPlan> plan;  // empty: a problem was printed
  std::string text = {};           // of the plan
  JsonSources sources = {};
  ExitCode code = ExitCode::ok;
};

// Whether some option says what only a plan of a scenario can.
bool makes_plan(const PlanOptions& options);

BatchPlan load_plan(const PlanOptions& options, const Console& console);

}  // namespace drover
