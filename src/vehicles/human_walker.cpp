#include "vehicles/human_walker.h"

#include <cmath>

namespace drover {

double nearest_gait_speed(std::span<const Gait> gaits, double speed) {
  if (gaits.empty()) return speed;
  std::size_t i = 0;
  while (i + 1 < gaits.size() && speed > 0.5 * (gaits[i].greatest + gaits[i + 1].least))
    ++i;
  return clamp(speed, gaits[i].least, gaits[i].greatest);
}

double directional_speed(const HumanLimits& limits, double bearing) {
  const auto turn = det::sin_cos(bearing);
  const bool ahead = std::fabs(bearing) <= 0.5 * det::kPi;
  return 1.0 / length(Vec3{turn.cos / (ahead ? limits.forward_speed : limits.back_speed),
                           turn.sin / limits.side_speed, 0.0});
}

double walking_arc(const HumanLimits& limits, double speed) {
  const double part =
      clamp((speed - limits.slow_speed) / (limits.forward_speed - limits.slow_speed), 0.0, 1.0);
  return limits.slow_arc + (limits.fast_arc - limits.slow_arc) * part;
}

HumanMove walk(const HumanLimits& limits, double speed, const DriveGoal& goal, double wanted_speed,
               double dt) {
  constexpr double kFacing = 5.0 * det::kPi / 180.0;  // [rad]
  constexpr double kTurnTime = 0.3;                   // [s]
  const double change = limits.max_acceleration * dt;
  const auto followed = [&](double wanted) { return clamp(wanted, speed - change, speed + change); };
  const auto moving = [&](double wanted, double turn_rate) {
    const double next = larger(0.0, followed(wanted));
    return HumanMove{next, nearest_gait_speed(limits.gaits, next), 0.0, turn_rate};
  };
  if (!(wanted_speed > kRestRequest)) return moving(0.0, 0.0);
  const double b = goal.bearing;
  const bool is_slow = speed <= limits.slow_speed;
  if (is_slow && goal.distance <= limits.step_radius) {
    const double pace = smaller(directional_speed(limits, b), goal.distance / dt);
    const auto turn = det::sin_cos(b);
    return {larger(0.0, followed(0.0)), pace * turn.cos, pace * turn.sin, 0.0};
  }
  if (is_slow && std::fabs(b) >= kFacing)
    return moving(0.0, clamp(b / dt, -limits.spot_turn_rate, limits.spot_turn_rate));
  if (!is_slow && std::fabs(b) > walking_arc(limits, speed)) return moving(limits.slow_speed, 0.0);
  return moving(smaller(wanted_speed, limits.forward_speed),
                clamp(b / kTurnTime, -limits.moving_turn_rate, limits.moving_turn_rate));
}

}  // namespace drover
