// An orientation for display only, of agents whose own does not climb or bank: the nose follows the velocity
// up and down, and the body leans in turns. It follows from one state, and nothing steers by it.
// Millington and Funge, Artificial Intelligence for Games, 3.9.8, with its signs and order mended.
#pragma once

#include "core/quaternion.h"
#include "core/vec3.h"
#include "sim/definitions/definitions.h"

namespace drover {

struct BodyMotion {
  Quaternion orientation;
  Vec3 velocity;           // m/s
  double turn_rate = 0.0;  // about the vertical, to the left positive [rad/s]
};

// At rest the own orientation; from full_speed on
//   yaw of the own orientation, pitch = atan2(v_z, |v_xy|), roll = -atan2(turn_rate, roll_scale);
// between them by the share of the speed.
Quaternion fake_orientation(const BodyMotion& motion, const FakeOrientationDef& params);

}  // namespace drover
