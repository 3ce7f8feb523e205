// How the signed speed of a vehicle changes in a step. It brakes harder than it accelerates (Millington, AI
// for Games, 3rd ed., 3.8.3); the exact stop is drover's own.
#pragma once

namespace drover {

// A car's. `brake` limits changes toward 0, `accel` all others, also in reverse.
struct SpeedLimits {
  double accel = 3.0;          // [m/s^2], above 0
  double brake = 8.0;          // [m/s^2], above 0
  double max_speed = 15.0;     // forward [m/s], above 0
  double reverse_speed = 4.0;  // backward [m/s]; 0 has no reverse gear
};

struct SpeedStep {
  double speed = 0.0;  // at the end of the step, negative backward [m/s]
  double way = 0.0;    // driven in the step at a constant acceleration [m]
};

// Toward a wanted speed, which counts as the nearest possible one. A step that would cross 0 ends at exactly
// 0, after the way u^2 / (2 brake), and the next one goes on from there. All others cover (u + u') dt / 2.
SpeedStep step_speed(const SpeedLimits& limits, double speed, double wanted, double dt);

// Under throttle in [-1, 1], negative backward, and brake in [0, 1], as fractions of `accel` and `brake`;
// what is beyond counts as the end. Throttle against the motion is a brake of the same fraction. Without
// either the speed stays.
SpeedStep step_speed(const SpeedLimits& limits, double speed, double throttle, double brake, double dt);

}  // namespace drover
