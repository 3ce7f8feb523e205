// Long runs for a person at a terminal: one line of progress, redrawn a few times per second, and a signal
// ends the run.
#pragma once

#include <chrono>
#include <cstdint>

#include "app/console.h"
#include "run/run.h"

namespace drover {

class Progress {
 public:
  Progress(const Console& console, std::uint64_t total_steps);
  ~Progress() { console_.status(""); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void update(std::uint64_t steps_done);

 private:
  using Clock = std::chrono::steady_clock;

  const Console& console_;
  std::uint64_t total_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_ = start_;
};

// Executes a run with its progress on the console. From now on SIGINT and SIGTERM stop it between two steps.
RunResult execute_visibly(Run& run, const Console& console);

}  // namespace drover
