// The two arcs by which drivers decide whether to drive to a goal, to back to it or to turn first:
// Millington, AI for Games, 3rd ed., 3.8.3, figure 3.71. What the arcs are as functions of the speed is
// drover's own, and so is when backing ends.
#pragma once

#include <cmath>

#include "vehicles/drive_order.h"

namespace drover {

// Half arcs about ahead and behind [rad], borders included, ahead before behind.
struct DecisionArcs {
  double forward = 0.0;
  double rear = 0.0;
};

// The arcs of a driver at one speed, and how far away the goals are that it backs to at most [m].
struct DriverArcs {
  DecisionArcs arcs;
  double reverse_range = 0.0;
};

// What decides about reverse.
struct ReverseRule {
  double forward_arc = 0.0;    // at rest [rad]
  double reverse_range = 0.0;  // [m]
};

// Drive turns to reverse for a goal outside the forward arc, within the rear one and `reverse_range`. Reverse
// ends when the goal is 20 degrees inside the forward arc that holds at rest, or 1.2 times as far: the arc of
// the present speed shrinks while the body backs, so that an end at it would chatter.
inline Gear next_reverse(const ReverseRule& rule, const DecisionArcs& arcs, Gear gear,
                         const DriveGoal& goal) {
  constexpr double kEndMargin = 20.0 * det::kPi / 180.0;
  constexpr double kEndRange = 1.2;
  const double off = std::fabs(goal.bearing);
  if (gear == Gear::reverse) {
    const bool ends = off < rule.forward_arc - kEndMargin || goal.distance > kEndRange * rule.reverse_range;
    return ends ? Gear::drive : gear;
  }
  const bool begins = gear == Gear::drive && off > arcs.forward && off >= det::kPi - arcs.rear &&
                      goal.distance <= rule.reverse_range;
  return begins ? Gear::reverse : gear;
}

// The radius of the circle that leaves along the heading and goes through the goal [m]: d / (2 sin |b|), and
// from abeam on d / 2, the least circle that does. Infinite for a goal straight ahead.
inline double required_radius(const DriveGoal& goal) {
  if (goal.forward <= 0.0) return 0.5 * goal.distance;
  return goal.distance * goal.distance / (2.0 * std::fabs(goal.left));
}

// The greatest speed on that circle with a fifth of the grip in reserve [m/s].
inline double corner_speed(double radius, double lateral_grip) {
  constexpr double kUsedGrip = 0.8;
  return std::sqrt(kUsedGrip * lateral_grip * radius);
}

}  // namespace drover
