// What asks the program to end: SIGINT, SIGTERM, SIGHUP and --timeout, as a flag that long work polls between
// two steps and within them. A watchdog ends the program where nothing polls it.
#pragma once

#include <string_view>

#include "app/exit_code.h"

namespace drover {

// From here on SIGINT, SIGTERM and SIGHUP are noted. Called where the flag begins to be looked at: before,
// they end the program at once. SIGHUP stays ignored where it is, as under nohup.
void watch_for_interrupts();

// The flag is set so many seconds after the program started.
void end_after(double seconds);

// Ignores SIGPIPE and SIGXFSZ, so that a failed write is an error and not the end.
void ignore_write_signals();

// 0, or the signal that asked the program to stop; SIGALRM where its time is over. For any thread.
int interrupt_signal();

// Whether that is the end of its time.
bool is_time_over();

// "interrupted", or what else stopped the program.
std::string_view interrupt_word();

// Says what stopped the program, on standard error and, where answers are JSON, as one on standard output.
// With system calls alone, and without waiting for a reader.
void report_stop();
void report_stops_in_json();

// The exit status of a program that was stopped by that signal.
ExitCode code_of_interrupt();

}  // namespace drover
