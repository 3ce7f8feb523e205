// SIGINT and SIGTERM as a flag that long work looks at between two steps.
#pragma once

namespace drover {

// Installs the handlers; also ignores SIGPIPE and SIGXFSZ, so that a failed write is an error and not the end.
void watch_for_interrupts();

// 0, or the signal that asked the program to stop.
int interrupt_signal();

}  // namespace drover
