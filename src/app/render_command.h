// Drawing the run of a scenario that was read already.
#pragma once

#include "app/console.h"
#include "app/exit_code.h"
#include "app/options.h"
#include "run/input.h"

namespace drover {

// As `drover render`, but that the scenario of the options is not read: `input` is drawn.
ExitCode render_input(const RunInput& input, const RenderCommandOptions& options, const Console& console);

}  // namespace drover
