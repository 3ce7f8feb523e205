#include "vehicles/drive_controls.h"

#include <cmath>

#include "core/det_math.h"

namespace drover {

DriveControls speed_controls(const SpeedLimits& limits, double wanted_speed, double speed, double dt) {
  const double sense = speed < 0.0 || (speed == 0.0 && wanted_speed < 0.0) ? -1.0 : 1.0;
  const double change = sense * (larger(sense * wanted_speed, 0.0) * sense - speed);
  if (change < 0.0) return {.brake = smaller(-change / (limits.brake * dt), 1.0)};
  return {.throttle = sense * smaller(change / (limits.accel * dt), 1.0)};
}

double steer_control(double turn_rate, double speed, double wanted_speed, double wheelbase,
                     double max_steer) {
  if (turn_rate == 0.0) return 0.0;
  if (speed == 0.0) return (turn_rate < 0.0) == (wanted_speed < 0.0) ? 1.0 : -1.0;
  const double angle = det::atan2(wheelbase * (turn_rate / speed), 1.0);
  return clamp(angle / max_steer, -1.0, 1.0);
}

}  // namespace drover
