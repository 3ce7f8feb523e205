#include "vehicles/output_filter.h"

#include <cmath>

namespace drover {
namespace {

double possible_acceleration(const SpeedLimits& limits, double acceleration, double speed) {
  const double least = speed > 0.0 ? -limits.brake : (limits.reverse_speed > 0.0 ? -limits.accel : 0.0);
  return clamp(acceleration, least, speed < 0.0 ? limits.brake : limits.accel);
}

}  // namespace

FilteredRequest filter_output(const OutputFilter& filter, const WheeledLimits& limits, bool falls_back,
                              const FilterRequest& request, double speed) {
  constexpr double kFallbackEnd = 2.0;  // [m/s]
  const double size = length(Vec3{request.forward, request.left, 0.0});
  const double epsilon = filter.zero_epsilon.value_or(0.01 * limits.speeds.accel);
  const double left_over = possible_acceleration(limits.speeds, request.forward, speed);
  const bool is_empty = std::fabs(left_over) < epsilon && size >= epsilon;
  const bool goes_on = falls_back && std::fabs(speed) < kFallbackEnd && size >= epsilon;
  const bool falls = filter.zero_fallback != ZeroFallback::none && (is_empty || goes_on);
  if (falls && filter.zero_fallback == ZeroFallback::drive_and_turn) {
    const double lock = std::sqrt(limits.lateral_grip / limits.min_turn_radius);
    return {limits.speeds.accel, request.left < 0.0 ? -lock : lock, true};
  }
  const double turn_rate = request.turn_rate.value_or(kTurnGain * det::atan2(request.left, request.forward));
  if (!filter.rescale || left_over == 0.0) return {left_over, turn_rate, falls};
  const double scale = smaller(size / std::fabs(left_over), filter.max_rescale);
  return {possible_acceleration(limits.speeds, left_over * scale, speed), turn_rate, falls};
}

DriveOrder order_of(const FilteredRequest& filtered, double speed, double dt) {
  return {Gear::drive, speed + filtered.acceleration * dt, filtered.turn_rate};
}

}  // namespace drover
