// Balls that roll and slow down. Own derivations.
#pragma once

#include <optional>

#include "core/vec3.h"

namespace drover {

// |v|' = -(c + k |v|), along the way the ball rolls.
struct RollingLaw {
  double drag = 0.5;         // c, the same at any speed [m/s^2]
  double drag_linear = 0.0;  // k [1/s]
};

// The integral of v' = -c - k v is that of linear drag in one dimension. With phi1 and phi2 of k t (drag.h):
//   v(t) = v0 e^-kt - c t phi1          way(t) = v0 t phi1 - c t^2 phi2
// until v = 0 at T = ln(1 + k v0 / c) / k, which is v0 / c without the linear part; it rests from then on.
// T is infinite for a ball that nothing but the linear part slows down.
double rolling_stop_time(const RollingLaw& law, double speed);
double rolling_speed(const RollingLaw& law, double speed, double time);
double rolling_way(const RollingLaw& law, double speed, double time);
double rolling_stop_way(const RollingLaw& law, double speed);

// The speed to start at, so as to have `arrival_speed` left after a way [m/s]: v0^2 = v1^2 + 2 c l without
// the linear part, v0 = v1 + k l without the constant one.
double rolling_launch_speed(const RollingLaw& law, double way, double arrival_speed);

// What a slope adds to the acceleration of a ball on it, seen from above: -G grad z / (1 + |grad z|^2), the
// part of gravity along the ground projected to the plane. A ball at rest stays where G |grad z| <= c.
Vec3 slope_acceleration(Vec3 gradient, double gravity);
bool rests_on_slope(Vec3 gradient, double gravity, const RollingLaw& law);

struct RollingPass {
  double time = 0.0;           // [s]
  Vec3 direction;              // of unit length
  double arrival_speed = 0.0;  // [m/s]
};

// Where to roll a ball so that it meets a runner soonest, who is at a displacement D and runs at the velocity
// w; none where the ball stops before. way(t) - |D + w t| is concave, as the way is and the distance is
// convex, so its first zero is on the near side of its maximum.
std::optional<RollingPass> rolling_pass(Vec3 displacement, Vec3 runner_velocity, double speed,
                                        const RollingLaw& law);

}  // namespace drover
