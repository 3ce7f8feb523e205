// How long steps take on this machine. What it reports is never reproducible and is kept apart from results.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "sim/step/simulator.h"

namespace drover {

// Durations counted in buckets whose width is at most 1/64 of their value, so memory does not grow with their
// number.
class DurationHistogram {
 public:
  void add(std::uint64_t nanoseconds);

  std::uint64_t count() const { return count_; }
  // Exact [s].
  double mean() const { return count_ == 0 ? 0.0 : total() / static_cast<double>(count_); }
  double total() const { return static_cast<double>(sum_) * kSecondsPerNanosecond; }
  double maximum() const { return static_cast<double>(maximum_) * kSecondsPerNanosecond; }
  // The least duration that is no shorter than the part `fraction` in (0, 1] of all, to 0.8 % [s]; 0 when
  // empty.
  double quantile(double fraction) const;

 private:
  static constexpr double kSecondsPerNanosecond = 1e-9;

  std::vector<std::uint64_t> buckets_;
  std::uint64_t count_ = 0;
  std::uint64_t sum_ = 0;      // ns
  std::uint64_t maximum_ = 0;  // ns
};

class StepTimer final : public PhaseListener {
 public:
  void step_begins() override;
  void phase_ended(Phase phase) override;
  void step_ended() override;

  const DurationHistogram& frame() const { return frame_; }
  const DurationHistogram& phase(Phase phase) const { return phases_[static_cast<std::size_t>(phase)]; }

  // Durations [s] of whole steps ("frame") and of each phase, steps and agent steps per second of stepping.
  nlohmann::ordered_json report(std::uint64_t agent_steps) const;

 private:
  using Clock = std::chrono::steady_clock;

  Clock::time_point step_start_;
  Clock::time_point phase_start_;
  std::array<std::uint64_t, kPhaseNames.size()> spent_ = {};  // by phase in this step [ns]
  DurationHistogram frame_;
  std::array<DurationHistogram, kPhaseNames.size()> phases_;
};

}  // namespace drover
