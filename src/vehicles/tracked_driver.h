// How a tank gets to a goal: Millington, AI for Games, 3rd ed., 3.8.3, "Tracked vehicles". It turns on the
// spot, so its arcs touch at rest only, and it need not accelerate there. The formulas are drover's own.
#pragma once

#include "vehicles/decision_arcs.h"
#include "vehicles/drive_order.h"
#include "vehicles/speed_step.h"
#include "vehicles/turning_laws.h"

namespace drover {

struct TrackedLimits {
  SpeedLimits speeds{.accel = 1.5, .brake = 4.0, .max_speed = 10.0, .reverse_speed = 3.0};
  double spot_turn_rate = 1.5;                // w_0 [rad/s]
  double arc_speed = 5.0;                     // where the arcs have shrunk to the least [m/s]
  double lateral_grip = 6.87;                 // a_lat [m/s^2]
  double forward_arc = 2.0 * det::kPi / 3.0;  // half, at rest [rad]
  double min_forward_arc = det::kPi / 12.0;   // half, from arc_speed on [rad]
  double reverse_range = 15.0;                // [m]
  double pivot_arc = det::kPi / 6.0;          // half: goals outside are turned to at rest [rad]
};

inline double max_turn_rate(const TrackedLimits& limits, double speed) {
  return tracked_turn_rate(speed, limits.spot_turn_rate, limits.lateral_grip);
}

// With s = min(1, v / arc_speed): alpha_f = forward_arc (1 - s) + min_forward_arc s, alpha_r = (pi -
// forward_arc) (1 - s).
DecisionArcs decision_arcs(const TrackedLimits& limits, double speed);

// As that of cars, without back and ahead. Between the arcs: stop, w = 3 b. At rest (|u| < 0.05 m/s) it
// pivots, u = 0, until the goal is within pivot_arc of ahead, in reverse of behind. In drive the speed on the
// circle to the goal is at most 0.8 w_0 R_req too.
DriveOrder decide(const TrackedLimits& limits, Gear gear, const DriveGoal& goal, double wanted_speed,
                  double speed);

}  // namespace drover
