// Times as whole steps. What differs from a multiple of dt by rounding only counts as that multiple, so that
// 0.3 s are three steps of 0.1 s although 3 * 0.1 > 0.3.
#pragma once

#include <cmath>
#include <cstdint>

namespace drover {

inline constexpr double kTickSlack = 1e-6;  // of a step; more than rounding makes of times of 1e9 steps

// The first tick at or after a time that is not negative [s].
inline std::uint64_t first_tick_from(double time, double dt) {
  return static_cast<std::uint64_t>(std::ceil(time / dt - kTickSlack));
}

// The last tick at or before a time that is not negative [s].
inline std::uint64_t last_tick_until(double time, double dt) {
  return static_cast<std::uint64_t>(std::floor(time / dt + kTickSlack));
}

// How many whole periods have passed after a time [s].
inline double whole_periods(double time, double period, double dt) {
  return std::floor(time / period + kTickSlack * dt / period);
}

}  // namespace drover
