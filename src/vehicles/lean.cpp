#include "vehicles/lean.h"

#include <cmath>

#include "core/det_math.h"
#include "core/vec3.h"

namespace drover {
namespace {

double lateral_acceleration(double lean) {
  const auto turn = det::sin_cos(lean);
  return kLeanGravity * turn.sin / turn.cos;
}

}  // namespace

double balanced_lean(double speed, double turn_rate) {
  return -det::atan2(speed * turn_rate, kLeanGravity);
}

double step_lean(double lean, double wanted, double lean_time, double dt) {
  if (!(lean_time > 0.0)) return wanted;
  return lean + (1.0 - det::exp(-dt / lean_time)) * (wanted - lean);
}

double turn_rate_of_lean(double lean, double speed, double wanted) {
  constexpr double kSteeredSpeed = 2.0;  // [m/s]
  return std::fabs(speed) <= kSteeredSpeed ? wanted : lateral_acceleration(-lean) / speed;
}

double within_max_lean(double turn_rate, double speed, double max_lean) {
  const double limit = lateral_acceleration(max_lean);
  const double v = std::fabs(speed);
  return v * std::fabs(turn_rate) <= limit ? turn_rate : (turn_rate < 0.0 ? -limit / v : limit / v);
}

}  // namespace drover
