#include "observe/record/fake_orientation.h"

#include <cmath>

#include "core/det_math.h"

namespace drover {

Quaternion fake_orientation(const BodyMotion& motion, const FakeOrientationDef& params) {
  const Vec3 v = motion.velocity;
  const double speed = length(v);
  if (speed < kLengthEpsilon) return motion.orientation;
  const double pitch = params.use_pitch ? det::atan2(v.z, std::sqrt(v.x * v.x + v.y * v.y)) : 0.0;
  // Right wing down is positive, so that a turn to the left leans to the left by a negative roll.
  const double inwards = -det::atan2(motion.turn_rate, params.roll_scale);
  const double roll = params.lean == Lean::into ? inwards : -inwards;
  const Quaternion faked =
      orientation_at({.yaw = angles_of(motion.orientation).yaw, .pitch = pitch, .roll = roll});
  return slerp(motion.orientation, faked, smaller(1.0, speed / params.full_speed));
}

}  // namespace drover
