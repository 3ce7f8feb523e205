// Contracts. A failed check is a bug in drover, never a user's mistake: it says so and aborts (exit code 70).
#pragma once

namespace drover {

// Prints the broken contract to stderr and ends the process with exit code 70.
[[noreturn]] void report_bug(const char* condition, const char* message, const char* file, int line);

}  // namespace drover

#define DROVER_CHECK(condition, message) \
  ((condition) ? static_cast<void>(0) : ::drover::report_bug(#condition, message, __FILE__, __LINE__))

// The same for inner loops: checked in builds without NDEBUG alone.
#ifdef NDEBUG
#define DROVER_DEBUG_CHECK(condition, message) static_cast<void>(0)
#else
#define DROVER_DEBUG_CHECK(condition, message) DROVER_CHECK(condition, message)
#endif
