#include "app/progress.h"

#include <fmt/format.h>

#include "app/interrupt.h"

namespace drover {

Progress::Progress(const Console& console, std::uint64_t total_steps)
    : console_(console), total_(total_steps) {}

void Progress::update(std::uint64_t steps_done) {
  if (!console_.shows_progress()) return;
  const Clock::time_point now = Clock::now();
  if (now - last_ < std::chrono::milliseconds(200)) return;
  last_ = now;
  const double elapsed = std::chrono::duration<double>(now - start_).count();
  const double rate = static_cast<double>(steps_done) / elapsed;
  const double left = static_cast<double>(total_ - steps_done) / rate;
  console_.status(fmt::format("step {} of {} ({:.0f} %), {:.0f} steps/s, {:.0f} s left", steps_done, total_,
                              100.0 * static_cast<double>(steps_done) / static_cast<double>(total_), rate,
                              left));
}

namespace {

// Of files that take a while to write and to read.
void announce(const TraceSize& size, const Console& console) {
  constexpr std::uint64_t kWorthSaying = 20'000'000;  // bytes
  if (size.bytes < kWorthSaying) return;
  const std::string stride = size.stride == 1 ? "every step" : fmt::format("every {} steps", size.stride);
  console.info(fmt::format(
      "the trace will have {} rows ({}), about {} MB; --trace-every, --columns and --groups change that",
      size.rows, stride, size.bytes / 1'000'000));
}

}  // namespace

RunResult execute_visibly(Run& run, const Console& console) {
  watch_for_interrupts();
  Progress progress(console, run.last_tick());
  return run.execute({.trace_opened = [&console](const TraceSize& size) { announce(size, console); },
                      .is_stopped = [] { return interrupt_signal() != 0; },
                      .step_ended = [&progress](std::uint64_t tick) { progress.update(tick); }});
}

}  // namespace drover
