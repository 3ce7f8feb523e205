#include "observe/record/frame_rate.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/text.h"

namespace drover {
namespace {

// The step of a scenario is often a rounded fraction, such as 0.0333333333.
constexpr double kRounding = 1e-9;

bool is_about(double a, double b) {
  return std::fabs(a - b) <= kRounding * std::fabs(b);
}

}  // namespace

double frame_rate(double dt, std::int64_t stride) {
  const double rate = 1.0 / (static_cast<double>(stride) * dt);
  const double whole = std::floor(rate + 0.5);
  return is_about(rate, whole) ? whole : rate;
}

std::variant<std::int64_t, std::string> frame_stride(double rate, double dt, std::int64_t every) {
  const double interval = static_cast<double>(every) * dt;
  const double count = std::max(1.0, std::floor(1.0 / (rate * interval) + 0.5));
  constexpr double kMaxCount = 1e9;
  if (count < kMaxCount && is_about(count * interval * rate, 1.0))
    return static_cast<std::int64_t>(count) * every;
  const double below = std::max(1.0, std::floor(1.0 / (rate * interval)));
  const auto text = [&](double frames) {
    const auto steps = static_cast<std::uint64_t>(frames) * static_cast<std::uint64_t>(every);
    return fmt::format("{:.10g} (every {})", 1.0 / (frames * interval), counted(steps, "step"));
  };
  std::string near = text(below);
  if (1.0 / (below * interval) > rate) near = text(below + 1.0) + " and " + near;
  return fmt::format(
      "{} frames per second are not possible with states every {:.10g} s; the nearest rates are {}", rate,
      interval, near);
}

std::variant<std::int64_t, std::string> frame_stride(const FrameChoice& choice, double dt,
                                                     std::int64_t base) {
  if (choice.fps) {
    auto stride = frame_stride(*choice.fps, dt, base);
    if (auto* problem = std::get_if<std::string>(&stride)) problem->insert(0, "--fps: ");
    return stride;
  }
  const std::int64_t every = choice.every.value_or(base);
  if (every % base == 0) return every;
  return fmt::format("--every {}: the trace has a state every {}; a multiple of that is needed", every,
                     counted(static_cast<std::uint64_t>(base), "step"));
}

}  // namespace drover
