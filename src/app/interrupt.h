// SIGINT and SIGTERM as a flag that long work polls between two steps and within them.
#pragma once

#include "app/exit_code.h"

namespace drover {

// From here on SIGINT and SIGTERM are noted. Called where the flag begins to be looked at: before, they end
// the program at once.
void watch_for_interrupts();

// Ignores SIGPIPE and SIGXFSZ, so that a failed write is an error and not the end.
void ignore_write_signals();

// 0, or the signal that asked the program to stop. For any thread.
int interrupt_signal();

// The exit status of a program that was stopped by that signal.
ExitCode code_of_interrupt();

}  // namespace drover
