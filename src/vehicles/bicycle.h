// The kinematic bicycle: a body whose front wheel steers and whose wheels do not slip, as cars and
// motorbikes.
#pragma once

#include "vehicles/drive_controls.h"
#include "vehicles/planar_pose.h"
#include "vehicles/speed_step.h"
#include "vehicles/wheeled_driver.h"

namespace drover {

// A car's; its tightest circle has the radius wheelbase / tan(max_steer).
struct BicycleBody {
  SpeedLimits speeds{};
  double wheelbase = 2.5;                  // L [m], above 0
  double max_steer = 0.46364760900080612;  // atan(2.5 / 5) [rad], in (0, pi / 2)
  double steer_rate = 1.0;                 // [rad/s], above 0; may be infinite
  double rear_axle = 0.0;                  // b, from the rear axle forward to the position [m]
  double lateral_grip = 6.87;              // a_lat [m/s^2]
};

BicycleBody motorbike_body();

struct BicycleState {
  PlanarPose pose{};
  double speed = 0.0;      // u, of the rear axle [m/s]
  double steer = 0.0;      // delta, of the front wheel, left positive [rad]
  double turn_rate = 0.0;  // at the end of the last step [rad/s]
};

// The mean curvature while the front wheel turns [1/m]: tan((delta + delta') / 2) / L, but no more than a_lat
// / u^2, at which the wheels would slip. The mean of both angles keeps the turn of an even swing, u ln(1 /
// cos delta) / (L steer_rate), to second order in dt. u is the greater speed of the step.
double bicycle_curvature(const BicycleBody& body, double steer_before, double steer_after, double speed);

// delta first, toward steer * max_steer by steer_rate; then u; then the exact arc of the way that was driven.
// So a circle is a circle at any dt and for any speeds. The position is the rear axle's plus b h: it runs on
// a circle of radius hypot(L / tan delta, b), and the heading is off its way by atan(b tan(delta) / L). The
// handbrake is a full brake, as wheels do not slip here.
BicycleState step_bicycle(const BicycleBody& body, const BicycleState& state, const DriveControls& controls,
                          double dt);

// The controls for an order of a driver who counts with the limits `counted` (with_arc_margin). The turn rate
// is limited by, and the wheel is turned for, the speed that the body will have at the end of the step.
DriveControls controls_for(const BicycleBody& body, const WheeledLimits& counted, const DriveOrder& order,
                           double speed, double dt);

// The wheel's angle after a step, for bodies of any kind [rad].
double step_steer(double steer, double wanted, double steer_rate, double dt);

}  // namespace drover
