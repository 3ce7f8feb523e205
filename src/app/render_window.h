// The part of a run that `drover render` draws.
#pragma once

#include <cstdint>

#include "app/options.h"
#include "observe/read/trace_reader.h"
#include "observe/record/output_file.h"

namespace drover {

// The steps that --from, --to and --tail choose of a run that ends with step `end`.
Failure find_window(const RenderCommandOptions& options, double dt, std::int64_t end, TraceWindow& window);

// Ends the run of a scenario with the window.
Failure shorten_run(const RenderCommandOptions& options, ScenarioDef& def);

}  // namespace drover
