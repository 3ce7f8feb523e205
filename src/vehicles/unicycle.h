// The plainest body that goes only where it looks: a signed speed along the heading, and a turn rate.
#pragma once

#include "core/frame.h"
#include "vehicles/drive_order.h"
#include "vehicles/planar_pose.h"
#include "vehicles/speed_step.h"

namespace drover {

struct UnicycleState {
  PlanarPose pose{};
  double speed = 0.0;      // u, negative backward [m/s]
  double turn_rate = 0.0;  // of the last step [rad/s]
};

// First u, then psi += w dt with w limited by the new u, then x += u h dt: a circle of radius r is a polygon
// of circumradius u dt / (2 sin(w dt / 2)).
inline UnicycleState step_unicycle(const UnicycleState& state, double speed, double turn_rate, double dt) {
  const Vec3 heading = upright(state.pose.heading).turned(turn_rate * dt);
  return {{state.pose.position + heading * (speed * dt), heading}, speed, turn_rate};
}

// Of WheeledLimits or TrackedLimits, as an order says.
template <class Limits>
UnicycleState step_unicycle(const Limits& limits, const UnicycleState& state, const DriveOrder& order,
                            double dt) {
  const double speed = step_speed(limits.speeds, state.speed, order.speed, dt).speed;
  const double limit = max_turn_rate(limits, speed);
  return step_unicycle(state, speed, clamp(order.turn_rate, -limit, limit), dt);
}

}  // namespace drover
