// Angular velocities [rad/s] and angular accelerations [rad/s^2] are vectors along the axis of the turn, by
// the right-hand rule: about up, counter-clockwise is positive. Bodies of the plane turn about up alone.
#pragma once

#include <cmath>

#include "core/vec3.h"

namespace drover {

// The turn about up alone.
constexpr Vec3 about_up(double rate) {
  return {0.0, 0.0, rate};
}
// The part of a turn about up.
constexpr double up_part(Vec3 angular) {
  return angular.z;
}
// Whether it is a turn about up alone, as those in the plane are, or none. NaN is no other turn.
constexpr bool is_about_up(Vec3 angular) {
  return !(angular.x < 0.0 || angular.x > 0.0 || angular.y < 0.0 || angular.y > 0.0);
}

// The size of a turn; of one about up alone exactly, without a root.
inline double turn_size(Vec3 angular) {
  return is_about_up(angular) ? std::fabs(up_part(angular)) : length(angular);
}

// The turn limited to a size; one about up alone exactly to it.
inline Vec3 clip_turn(Vec3 angular, double limit) {
  if (is_about_up(angular)) return about_up(clamp(up_part(angular), -limit, limit));
  return clip(angular, limit);
}

}  // namespace drover
