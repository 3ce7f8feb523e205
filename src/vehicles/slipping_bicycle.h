// The bicycle whose wheels slip: skids, wheel spin, handbrake turns. Own model, with the usual saturating
// side force of a wheel over its slip angle and a friction ellipse. All forces are per unit of mass.
#pragma once

#include <optional>

#include "core/enum_names.h"
#include "vehicles/drive_controls.h"
#include "vehicles/planar_pose.h"
#include "vehicles/speed_step.h"

namespace drover {

DROVER_ENUM(DrivenWheels, rear, front, both)

// A car's; its position is in the middle between the axles.
struct SlippingBody {
  SpeedLimits speeds{};
  double wheelbase = 2.5;                  // L [m]
  double max_steer = 0.46364760900080612;  // [rad]
  double steer_rate = 1.0;                 // [rad/s]
  double lateral_grip = 6.87;              // a_lat, of both axles [m/s^2]
  double slip_angle = 0.15;                // from which on side forces do not grow [rad]
  std::optional<double>
      longitudinal_grip{};  // of both axles [m/s^2]; the greater of accel and brake without one
  double slide_grip = 0.8;  // of wheels that are locked or spin, as a part of their grip
  DrivenWheels driven = DrivenWheels::rear;
  double low_speed = 2.0;             // slip angles count as at this speed below it [m/s]
  std::optional<double> gyration2{};  // I / m [m^2]; L^2 / 4 without one
};

struct SlippingState {
  PlanarPose pose{};
  double forward = 0.0;  // velocity in the body's frame, u and s [m/s]
  double left = 0.0;
  double turn_rate = 0.0;  // w [rad/s]
  double steer = 0.0;      // delta [rad]
};

// The longest step at which the integration is stable [s]: 2.78 slip_angle low_speed / a_lat. The side forces
// damp s and w at the rate a_lat / (slip_angle low_speed) at most, w at L^2 / (4 I / m) times that where I /
// m is less than L^2 / 4, and Runge-Kutta steps of fourth order are stable up to 2.78 over the rate.
double longest_stable_step(const SlippingBody& body);

// One Runge-Kutta step of fourth order, while the front wheel turns evenly toward steer * max_steer:
//   du/dt = X + w s       ds/dt = Y - w u       dw/dt = (L / 2) (Y_f - Y_r) / (I / m)
// X and Y are the sums over both axles, at +-L / 2, of forces in the frame of the wheel, turned by delta in
// front. With the velocity (long, side) of the axle in that frame and the slip angle atan2(side, max(|long|,
// low_speed)):
//   side force = -(a_lat / 2) sqrt(1 - (x / x_max)^2) clamp(slip angle / slip_angle, -1, 1)
// where x is what the wheels drive or brake, at most x_max, half of longitudinal_grip. Half of the brake is
// on each axle; it fades below 0.1 m/s, or below half of what it takes from the speed in a step where that is
// more. Drive of more than x_max spins the wheels: slide_grip x_max forward and no side force. The handbrake
// locks the rear wheels: slide_grip a_lat / 2 against the velocity of their axle, fading too, and nothing
// else. Throttle against a motion of more than 0.05 m/s is a brake. A body that is braked and not driven
// rests below 0.05 m/s and 0.05 rad/s.
SlippingState step_slipping(const SlippingBody& body, const SlippingState& state,
                            const DriveControls& controls, double dt);

}  // namespace drover
