// Long runs for a person at a terminal: one line of progress, redrawn a few times per second, and a signal
// ends the run.
#pragma once

#include "app/console.h"
#include "run/run.h"

namespace drover {

// The exit code of a run that ended like that.
ExitCode code_of(const RunResult& result);

// Executes a run with its progress on the console. From now on SIGINT and SIGTERM stop it between two steps.
RunResult execute_visibly(Run& run, const Console& console);

}  // namespace drover
