#include "vehicles/speed_step.h"

#include <cmath>

#include "core/vec3.h"
#include "vehicles/turning_laws.h"

namespace drover {
namespace {

// For motion in the direction `sense`, 1 or -1: slower by `deceleration`, and at rest in the end.
SpeedStep slow_down(double speed, double sense, double floor, double deceleration, double dt) {
  const double size = std::fabs(speed);
  const double reached = size - deceleration * dt;
  if (reached <= 0.0 && floor <= 0.0) return {0.0, sense * braking_distance(size, deceleration)};
  const double end = larger(floor, reached);
  return {sense * end, sense * 0.5 * (size + end) * dt};
}

}  // namespace

SpeedStep step_speed(const SpeedLimits& limits, double speed, double wanted, double dt) {
  const double goal = clamp(wanted, -limits.reverse_speed, limits.max_speed);
  const double sense = speed < 0.0 || (speed == 0.0 && goal < 0.0) ? -1.0 : 1.0;
  const double size = std::fabs(speed);
  const double along = sense * goal;
  if (along < size) return slow_down(speed, sense, larger(along, 0.0), limits.brake, dt);
  const double end = smaller(along, size + limits.accel * dt);
  return {sense * end, sense * 0.5 * (size + end) * dt};
}

SpeedStep step_speed(const SpeedLimits& limits, double speed, double throttle, double brake, double dt) {
  const double sense = speed < 0.0 || (speed == 0.0 && throttle < 0.0) ? -1.0 : 1.0;
  const double push = clamp(sense * throttle, -1.0, 1.0);
  const double hold = clamp(larger(brake, -push), 0.0, 1.0);
  const double acceleration = larger(push, 0.0) * limits.accel - hold * limits.brake;
  const double size = std::fabs(speed);
  if (acceleration < 0.0) return slow_down(speed, sense, 0.0, -acceleration, dt);
  const double top = sense < 0.0 ? limits.reverse_speed : limits.max_speed;
  if (size > top) return slow_down(speed, sense, top, limits.brake, dt);
  const double end = smaller(top, size + acceleration * dt);
  return {sense * end, sense * 0.5 * (size + end) * dt};
}

}  // namespace drover
