// Drawing the run of a scenario that was read already.
#pragma once

#include <string_view>
#include <vector>

#include "app/console.h"
#include "app/exit_code.h"
#include "app/options.h"
#include "run/input.h"

namespace drover {

// The layers about bodies that are driven which this world has something to show of, on not too many agents.
std::vector<std::string_view> driving_layers(const Model& model);

// As `drover render`, but that the scenario of the options is not read: `input` is drawn.
ExitCode render_input(const RunInput& input, const RenderCommandOptions& options, const Console& console);

}  // namespace drover
