// Progress of a long run, on a terminal only: one line, redrawn a few times per second.
#pragma once

#include <chrono>
#include <cstdint>

#include "app/console.h"

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

}  // namespace drover
