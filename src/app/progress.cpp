#include "app/progress.h"

#include <chrono>

#include <fmt/format.h>

#include "app/interrupt.h"

namespace drover {

ExitCode code_of(const RunResult& result) {
  switch (result.end) {
    case RunEnd::complete:
      return all_pass(result.verdicts) ? ExitCode::ok : ExitCode::no;
    case RunEnd::stopped:
      return code_of_interrupt();
    case RunEnd::step_failed:
      return ExitCode::run_failed;
    case RunEnd::output_failed:
      return ExitCode::bad_output;
  }
  return ExitCode::bug;
}

RunResult execute_visibly(Run& run, const Console& console) {
  using std::chrono::steady_clock;
  watch_for_interrupts();
  const std::uint64_t total = run.last_tick();
  const steady_clock::time_point start = steady_clock::now();
  steady_clock::time_point last = start;
  // Of files that take a while to write and to read.
  const auto announce = [&](const TraceSize& size) {
    constexpr std::uint64_t kWorthSaying = 20'000'000;  // bytes
    if (size.bytes < kWorthSaying) return;
    const std::string stride = size.stride == 1 ? "every step" : fmt::format("every {} steps", size.stride);
    console.info(fmt::format(
        "the trace will have {} rows ({}), about {} MB{}; --trace-every, --columns and --groups change that",
        size.rows, stride, size.bytes / 1'000'000,
        size.memory == 0 ? "" : fmt::format(", and {} MB of memory until then", size.memory / 1'000'000)));
  };
  const auto show_progress = [&](std::uint64_t done) {
    if (!console.shows_progress()) return;
    const steady_clock::time_point now = steady_clock::now();
    if (now - last < std::chrono::milliseconds(200)) return;
    last = now;
    const double rate = static_cast<double>(done) / std::chrono::duration<double>(now - start).count();
    console.status(fmt::format("step {} of {} ({:.0f} %), {:.0f} steps/s, {:.0f} s left", done, total,
                               100.0 * static_cast<double>(done) / static_cast<double>(total), rate,
                               static_cast<double>(total - done) / rate));
  };
  const struct Line {
    const Console& console;
    ~Line() { console.status(""); }  // however the run ends
  } line{console};
  return run.execute({.trace_opened = announce,
                      .is_stopped = [] { return interrupt_signal() != 0; },
                      .step_ended = show_progress});
}

}  // namespace drover
