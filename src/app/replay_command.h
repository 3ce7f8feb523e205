// drover render X -o run.html: a page that plays a run.
#pragma once

#include <string>

#include "app/console.h"
#include "app/exit_code.h"
#include "app/options.h"

namespace drover {

// Whether an output is a replay, by its name.
bool is_replay_name(const std::string& path);

ExitCode write_replay(const RenderCommandOptions& options, const Console& console);

}  // namespace drover
