#include "observe/metrics/step_timer.h"

#include <bit>
#include <cmath>

#include <nlohmann/json.hpp>

namespace drover {
namespace {

// Values below 2^7 have a bucket each. Above, the seven leading bits of a value choose its bucket: 64 per
// power of two.
constexpr std::uint64_t kExact = 128;
constexpr unsigned kHalfBits = 6;
constexpr std::uint64_t kHalf = std::uint64_t{1} << kHalfBits;
constexpr std::size_t kBucketCount = static_cast<std::size_t>(kExact + (64 - 7) * kHalf);

std::size_t bucket_of(std::uint64_t value) {
  if (value < kExact) return static_cast<std::size_t>(value);
  const auto shift = static_cast<unsigned>(std::bit_width(value)) - kHalfBits - 1;
  return static_cast<std::size_t>(kExact + (shift - 1) * kHalf + ((value >> shift) - kHalf));
}

// The middle of a bucket [ns].
double middle_of(std::size_t bucket) {
  if (bucket < kExact) return static_cast<double>(bucket);
  const std::uint64_t above = bucket - kExact;
  const auto shift = static_cast<unsigned>(above / kHalf) + 1;
  const auto low = static_cast<double>((above % kHalf + kHalf) << shift);
  return low + 0.5 * static_cast<double>((std::uint64_t{1} << shift) - 1);
}

nlohmann::ordered_json summary_of(const DurationHistogram& durations) {
  return {{"mean", durations.mean()},
          {"p50", durations.quantile(0.5)},
          {"p95", durations.quantile(0.95)},
          {"p99", durations.quantile(0.99)},
          {"max", durations.maximum()}};
}

std::uint64_t nanoseconds_between(std::chrono::steady_clock::time_point from,
                                  std::chrono::steady_clock::time_point to) {
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(to - from).count());
}

}  // namespace

void DurationHistogram::add(std::uint64_t nanoseconds) {
  if (buckets_.empty()) buckets_.resize(kBucketCount);
  ++buckets_[bucket_of(nanoseconds)];
  ++count_;
  sum_ += nanoseconds;
  if (nanoseconds > maximum_) maximum_ = nanoseconds;
}

double DurationHistogram::quantile(double fraction) const {
  const double wanted = std::ceil(fraction * static_cast<double>(count_));
  std::uint64_t seen = 0;
  for (std::size_t bucket = 0; bucket < buckets_.size(); ++bucket) {
    seen += buckets_[bucket];
    if (buckets_[bucket] != 0 && static_cast<double>(seen) >= wanted) {
      return smaller(middle_of(bucket), static_cast<double>(maximum_)) * kSecondsPerNanosecond;
    }
  }
  return 0.0;
}

void StepTimer::step_begins() {
  step_start_ = phase_start_ = Clock::now();
  spent_ = {};
}

void StepTimer::phase_ended(Phase phase) {
  const Clock::time_point now = Clock::now();
  spent_[static_cast<std::size_t>(phase)] += nanoseconds_between(phase_start_, now);
  phase_start_ = now;
}

void StepTimer::step_ended() {
  frame_.add(nanoseconds_between(step_start_, Clock::now()));
  for (std::size_t k = 0; k < phases_.size(); ++k)
    phases_[k].add(spent_[k]);
}

nlohmann::ordered_json StepTimer::report(std::uint64_t agent_steps) const {
  nlohmann::ordered_json out;
  out["unit"] = "s";
  out["steps"] = frame_.count();
  out["frame"] = summary_of(frame_);
  for (std::size_t k = 0; k < phases_.size(); ++k)
    out["phases"][std::string(kPhaseNames[k])] = summary_of(phases_[k]);
  const double total = frame_.total();
  const auto per_second = [total](std::uint64_t count) {
    return total > 0.0 ? static_cast<double>(count) / total : 0.0;
  };
  out["steps_per_second"] = per_second(frame_.count());
  out["agent_steps_per_second"] = per_second(agent_steps);
  return out;
}

}  // namespace drover
