#include "vehicles/wheeled_driver.h"

#include <cmath>

namespace drover {
namespace {

// 1.2 and 1 times the circle: it is left by a margin, or the body would go to and fro at the border.
Gear next_repositioning(const WheeledLimits& limits, Gear gear, const DriveGoal& goal) {
  constexpr double kClear = 1.2;
  const double radius = limits.min_turn_radius;
  const double nearest = length(Vec3{goal.forward, std::fabs(goal.left) - radius, 0.0});
  if (gear == Gear::back || gear == Gear::ahead) return nearest >= kClear * radius ? Gear::drive : gear;
  if (gear != Gear::drive || nearest >= radius - limits.arrive_radius) return gear;
  return limits.speeds.reverse_speed > 0.0 ? Gear::back : Gear::ahead;
}

}  // namespace

WheeledLimits motorbike_limits() {
  return {.speeds = {.reverse_speed = 0.0}, .forward_arc = det::kPi, .reverse_range = 0.0};
}

WheeledLimits with_arc_margin(WheeledLimits limits, double arc_margin) {
  limits.lateral_grip *= arc_margin;
  return limits;
}

double touch_speed(const WheeledLimits& limits) {
  return limits.arc_time * limits.lateral_grip / limits.forward_arc;
}

DecisionArcs decision_arcs(const WheeledLimits& limits, double speed) {
  const double v = std::fabs(speed);
  const double touch = touch_speed(limits);
  if (v <= touch) return {limits.forward_arc, det::kPi - limits.forward_arc};
  const double forward =
      clamp(limits.arc_time * limits.lateral_grip / v, limits.min_forward_arc, limits.forward_arc);
  return {forward, (det::kPi - limits.forward_arc) * clamp(2.0 - v / touch, 0.0, 1.0)};
}

DriveOrder decide(const WheeledLimits& limits, Gear gear, const DriveGoal& goal, double wanted_speed,
                  double speed) {
  constexpr double kLeastSpeed = 0.5;  // [m/s]
  if (!(wanted_speed > kRestRequest)) return {gear, 0.0, 0.0};
  const DecisionArcs arcs = decision_arcs(limits, speed);
  gear = next_reverse({limits.forward_arc, limits.reverse_range}, arcs, gear, goal);
  gear = next_repositioning(limits, gear, goal);
  const double b = goal.bearing;
  if (gear == Gear::back) return {gear, -limits.speeds.reverse_speed, 0.0};
  if (gear == Gear::ahead) return {gear, 2.0 * touch_speed(limits), 0.0};
  if (gear == Gear::reverse) return {gear, -limits.speeds.reverse_speed, kTurnGain * bearing_from_behind(b)};
  if (std::fabs(b) > arcs.forward) {
    const double lock = std::sqrt(limits.lateral_grip / limits.min_turn_radius);
    return {gear, larger(0.5 * touch_speed(limits), kLeastSpeed), b < 0.0 ? -lock : lock};
  }
  const double cap = corner_speed(required_radius(goal), limits.lateral_grip);
  return {gear, smaller(smaller(wanted_speed, limits.speeds.max_speed), cap), kTurnGain * b};
}

}  // namespace drover
