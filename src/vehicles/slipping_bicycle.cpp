#include "vehicles/slipping_bicycle.h"

#include <cmath>

#include "core/det_math.h"
#include "vehicles/bicycle.h"

namespace drover {
namespace {

constexpr double kFadeSpeed = 0.1;   // below which brakes fade [m/s]
constexpr double kRestSpeed = 0.05;  // [m/s] and [rad/s]

// What pedals and levers do during one step [m/s^2].
struct AxleCommands {
  double front_drive = 0.0;
  double rear_drive = 0.0;
  double axle_brake = 0.0;
  bool handbrake = false;
  double brake_fade = kFadeSpeed;  // [m/s]
  double locked_fade = kFadeSpeed;
};

// Below which speed a force that holds the body fades. What would stop the body within half a step fades
// earlier, as it would throw the body to and fro otherwise.
double fade_speed(double deceleration, double dt) {
  return larger(kFadeSpeed, 0.5 * deceleration * dt);
}

// What is integrated: the motion in the body's frame, and the pose relative to that at the start of the step.
struct SlipMotion {
  double u = 0.0;
  double s = 0.0;
  double w = 0.0;
  double turned = 0.0;  // [rad]
  double ahead = 0.0;   // [m]
  double aside = 0.0;
};

SlipMotion operator+(const SlipMotion& a, const SlipMotion& b) {
  return {a.u + b.u, a.s + b.s, a.w + b.w, a.turned + b.turned, a.ahead + b.ahead, a.aside + b.aside};
}
SlipMotion operator*(const SlipMotion& a, double f) {
  return {a.u * f, a.s * f, a.w * f, a.turned * f, a.ahead * f, a.aside * f};
}

AxleCommands axle_commands(const SlippingBody& body, const SlippingState& state,
                           const DriveControls& controls, double dt) {
  const double u = state.forward;
  const double throttle = clamp(controls.throttle, -1.0, 1.0);
  const bool opposes = std::fabs(u) > kRestSpeed && throttle * u < 0.0;
  const bool at_top = throttle < 0.0 ? u <= -body.speeds.reverse_speed : u >= body.speeds.max_speed;
  const double drive = opposes || at_top ? 0.0 : throttle * body.speeds.accel;
  const double brake =
      clamp(opposes ? larger(controls.brake, std::fabs(throttle)) : controls.brake, 0.0, 1.0);
  const double front = body.driven == DrivenWheels::rear    ? 0.0
                       : body.driven == DrivenWheels::front ? 1.0
                                                            : 0.5;
  const double deceleration = brake * body.speeds.brake;
  return {
      drive * front,      drive * (1.0 - front),        0.5 * deceleration,
      controls.handbrake, fade_speed(deceleration, dt), fade_speed(body.slide_grip * body.lateral_grip, dt)};
}

double wheel_grip(const SlippingBody& body) {
  return 0.5 * body.longitudinal_grip.value_or(larger(body.speeds.accel, body.speeds.brake));
}

// x along the wheels and y to their left, of wheels that move at `velocity` in their own frame.
Vec3 rolling_force(const SlippingBody& body, const AxleCommands& commands, Vec3 velocity, double drive) {
  const double grip = wheel_grip(body);
  if (std::fabs(drive) > grip)
    return {drive < 0.0 ? -body.slide_grip * grip : body.slide_grip * grip, 0.0, 0.0};
  const double x =
      clamp(drive - commands.axle_brake * clamp(velocity.x / commands.brake_fade, -1.0, 1.0), -grip, grip);
  const double used = x / grip;
  const double slip = det::atan2(velocity.y, larger(std::fabs(velocity.x), body.low_speed));
  const double side = 0.5 * body.lateral_grip * std::sqrt(1.0 - used * used);
  return {x, -side * clamp(slip / body.slip_angle, -1.0, 1.0), 0.0};
}

Vec3 locked_force(const SlippingBody& body, const AxleCommands& commands, Vec3 velocity) {
  return velocity *
         (-0.5 * body.slide_grip * body.lateral_grip / larger(length(velocity), commands.locked_fade));
}

SlipMotion slip_rate(const SlippingBody& body, const AxleCommands& commands, const SlipMotion& m,
                     double steer) {
  const double arm = 0.5 * body.wheelbase;
  const auto wheel = det::sin_cos(steer);
  const Vec3 front_velocity{m.u, m.s + m.w * arm, 0.0};
  const Frame frame = upright({wheel.cos, wheel.sin, 0.0});
  const Vec3 in_wheel{dot(frame.forward, front_velocity), frame.left_part(front_velocity), 0.0};
  const Vec3 front_in_wheel = rolling_force(body, commands, in_wheel, commands.front_drive);
  const Vec3 front = frame.vector(front_in_wheel.x, front_in_wheel.y);
  const Vec3 rear_velocity{m.u, m.s - m.w * arm, 0.0};
  const Vec3 rear = commands.handbrake ? locked_force(body, commands, rear_velocity)
                                       : rolling_force(body, commands, rear_velocity, commands.rear_drive);
  const auto turn = det::sin_cos(m.turned);
  return {front.x + rear.x + m.w * m.s,
          front.y + rear.y - m.w * m.u,
          arm * (front.y - rear.y) / body.gyration2.value_or(arm * arm),
          m.w,
          m.u * turn.cos - m.s * turn.sin,
          m.u * turn.sin + m.s * turn.cos};
}

bool comes_to_rest(const AxleCommands& commands, const SlipMotion& m) {
  const bool braked = (commands.handbrake || commands.axle_brake > 0.0) && commands.front_drive == 0.0 &&
                      (commands.rear_drive == 0.0 || commands.handbrake);
  return braked && length(Vec3{m.u, m.s, 0.0}) < kRestSpeed && std::fabs(m.w) < kRestSpeed;
}

}  // namespace

double longest_stable_step(const SlippingBody& body) {
  const double arm2 = 0.25 * body.wheelbase * body.wheelbase;
  const double inertia = smaller(1.0, body.gyration2.value_or(arm2) / arm2);
  return 2.78 * inertia * body.slip_angle * body.low_speed / body.lateral_grip;
}

SlippingState step_slipping(const SlippingBody& body, const SlippingState& state,
                            const DriveControls& controls, double dt) {
  const AxleCommands commands = axle_commands(body, state, controls, dt);
  const double wanted = clamp(controls.steer, -1.0, 1.0) * body.max_steer;
  const double steer = step_steer(state.steer, wanted, body.steer_rate, dt);
  const double middle = 0.5 * (state.steer + steer);
  const SlipMotion start{state.forward, state.left, state.turn_rate, 0.0, 0.0, 0.0};
  const SlipMotion k1 = slip_rate(body, commands, start, state.steer);
  const SlipMotion k2 = slip_rate(body, commands, start + k1 * (0.5 * dt), middle);
  const SlipMotion k3 = slip_rate(body, commands, start + k2 * (0.5 * dt), middle);
  const SlipMotion k4 = slip_rate(body, commands, start + k3 * dt, steer);
  const SlipMotion end = start + (k1 + (k2 + k3) * 2.0 + k4) * (dt / 6.0);
  const Frame frame = upright(state.pose.heading);
  const PlanarPose pose{state.pose.position + frame.vector(end.ahead, end.aside), frame.turned(end.turned)};
  if (comes_to_rest(commands, end)) return {pose, 0.0, 0.0, 0.0, steer};
  return {pose, end.u, end.s, end.w, steer};
}

}  // namespace drover
