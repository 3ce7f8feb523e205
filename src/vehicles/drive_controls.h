// Pedals, wheel and levers, and how a driver's order becomes them. Millington, AI for Games, 3rd ed., 3.8.3,
// names what such bodies can do; the laws are drover's own.
#pragma once

#include "vehicles/drive_order.h"
#include "vehicles/speed_step.h"

namespace drover {

struct DriveControls {
  double throttle = 0.0;  // [-1, 1], backward negative
  double brake = 0.0;     // [0, 1]
  double steer = 0.0;     // [-1, 1], left positive
  bool handbrake = false;
};

// throttle = (u* - u) / (accel dt), or where u has to fall brake = |u* - u| / (brake dt), both clamped: a
// speed of the wrong sign is braked to 0 first.
DriveControls speed_controls(const SpeedLimits& limits, double wanted_speed, double speed, double dt);

// The wheel of a car that shall turn at w [rad/s]: atan(L w / u) / max_steer, clamped. At rest it is full
// lock to the side of w, and to the other one for a start backward.
double steer_control(double turn_rate, double speed, double wanted_speed, double wheelbase, double max_steer);

}  // namespace drover
