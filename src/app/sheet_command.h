// drover render FOLDER: the runs of a batch as small pictures on one sheet.
#pragma once

#include "app/console.h"
#include "app/exit_code.h"
#include "app/options.h"

namespace drover {

// Runs them again: a batch keeps what was measured, and traces only where they are asked for.
ExitCode render_batch(const RenderCommandOptions& options, const Console& console);

}  // namespace drover
