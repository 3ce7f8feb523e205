#include "vehicles/tracked_driver.h"

#include <cmath>

namespace drover {

DecisionArcs decision_arcs(const TrackedLimits& limits, double speed) {
  const double s = smaller(1.0, std::fabs(speed) / limits.arc_speed);
  return {limits.forward_arc * (1.0 - s) + limits.min_forward_arc * s,
          (det::kPi - limits.forward_arc) * (1.0 - s)};
}

DriveOrder decide(const TrackedLimits& limits, Gear gear, const DriveGoal& goal, double wanted_speed,
                  double speed) {
  constexpr double kPivotSpeed = 0.05;   // [m/s]
  constexpr double kUsedTurnRate = 0.8;  // of what it can turn at most
  if (!(wanted_speed > kRestRequest)) return {gear, 0.0, 0.0};
  const DecisionArcs arcs = decision_arcs(limits, speed);
  gear = next_reverse({limits.forward_arc, limits.reverse_range}, arcs, gear, goal);
  const bool reverses = gear == Gear::reverse;
  const double off = reverses ? bearing_from_behind(goal.bearing) : goal.bearing;
  const double turn_rate = kTurnGain * off;
  if (std::fabs(speed) < kPivotSpeed && std::fabs(off) > limits.pivot_arc) return {gear, 0.0, turn_rate};
  if (reverses) return {gear, -limits.speeds.reverse_speed, turn_rate};
  if (std::fabs(off) > arcs.forward) return {gear, 0.0, turn_rate};
  const double radius = required_radius(goal);
  const double cap =
      smaller(corner_speed(radius, limits.lateral_grip), kUsedTurnRate * limits.spot_turn_rate * radius);
  return {gear, smaller(smaller(wanted_speed, limits.speeds.max_speed), cap), turn_rate};
}

}  // namespace drover
