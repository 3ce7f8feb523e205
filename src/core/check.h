// Contracts. A failed check is a bug in drover, never a user's mistake: it says so and aborts (exit code 70).
#pragma once

namespace drover {

// Prints the broken contract to stderr and ends the process with exit code 70.
[[noreturn]] void report_bug(const char* condition, const char* message, const char* file, int line);

}  // namespace drover

#define DROVER_CHECK(condition, message) \
  ((condition) ? static_cast<void>(0) : ::drover::report_bug(#condition, message, __FILE__, __LINE__))
