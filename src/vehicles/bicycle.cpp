#include "vehicles/bicycle.h"

#include <cmath>

#include "core/det_math.h"

namespace drover {

BicycleBody motorbike_body() {
  return {.speeds = {.reverse_speed = 0.0},
          .wheelbase = 1.4,
          .max_steer = 0.27300870308671060,  // atan(1.4 / 5)
          .steer_rate = 2.0};
}

DriveControls controls_for(const BicycleBody& body, const WheeledLimits& counted, const DriveOrder& order,
                           double speed, double dt) {
  const double next = step_speed(body.speeds, speed, order.speed, dt).speed;
  const double limit = max_turn_rate(counted, next);
  const double turn_rate = next == 0.0 ? order.turn_rate : clamp(order.turn_rate, -limit, limit);
  DriveControls controls = speed_controls(body.speeds, order.speed, speed, dt);
  controls.steer = steer_control(turn_rate, next, order.speed, body.wheelbase, body.max_steer);
  return controls;
}

double bicycle_curvature(const BicycleBody& body, double steer_before, double steer_after, double speed) {
  const auto turn = det::sin_cos(0.5 * (steer_before + steer_after));
  const double curvature = turn.sin / (turn.cos * body.wheelbase);
  const double speed2 = speed * speed;
  if (std::fabs(curvature) * speed2 <= body.lateral_grip) return curvature;
  return curvature < 0.0 ? -body.lateral_grip / speed2 : body.lateral_grip / speed2;
}

double step_steer(double steer, double wanted, double steer_rate, double dt) {
  return clamp(wanted, steer - steer_rate * dt, steer + steer_rate * dt);
}

BicycleState step_bicycle(const BicycleBody& body, const BicycleState& state, const DriveControls& controls,
                          double dt) {
  const double wanted = clamp(controls.steer, -1.0, 1.0) * body.max_steer;
  const double steer = step_steer(state.steer, wanted, body.steer_rate, dt);
  const SpeedStep step = step_speed(body.speeds, state.speed, controls.handbrake ? 0.0 : controls.throttle,
                                    controls.handbrake ? 1.0 : controls.brake, dt);
  const double fastest = larger(std::fabs(state.speed), std::fabs(step.speed));
  const double curvature = bicycle_curvature(body, state.steer, steer, fastest);
  const PlanarPose rear{state.pose.position - state.pose.heading * body.rear_axle, state.pose.heading};
  const PlanarPose moved = travel_arc(rear, step.way, curvature);
  return {{moved.position + moved.heading * body.rear_axle, moved.heading},
          step.speed,
          steer,
          curvature * step.speed};
}

}  // namespace drover
