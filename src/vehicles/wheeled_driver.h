// How a car or a motorbike gets to a goal: Millington, AI for Games, 3rd ed., 3.8.3, "Cars and motorbikes".
// The book's arcs alone orbit goals inside the turning circle, its "a stationary car should accelerate" names
// no gear, and a motorbike whose rear arc is zero cannot have arcs that touch unless the forward one is all
// round. So drover chooses a gear by arc and range, makes room for goals inside the turning circles, and
// drives no faster than the circle to the goal allows.
#pragma once

#include "vehicles/decision_arcs.h"
#include "vehicles/drive_order.h"
#include "vehicles/speed_step.h"
#include "vehicles/turning_laws.h"

namespace drover {

// A car's.
struct WheeledLimits {
  SpeedLimits speeds{};
  double min_turn_radius = 5.0;               // R_min [m]
  double lateral_grip = 6.87;                 // a_lat, 0.7 g [m/s^2]
  double forward_arc = 2.0 * det::kPi / 3.0;  // half, at low speeds [rad]
  double min_forward_arc = det::kPi / 12.0;   // half, at high speeds [rad]
  double arc_time = 1.0;                      // tau [s]
  double reverse_range = 15.0;                // how far it backs to a goal [m]
  double arrive_radius = 1.0;                 // r_a, how near is there [m]
};

// No reverse gear, and a forward arc all round.
WheeledLimits motorbike_limits();

// Limits that count with `arc_margin` times the grip: how near to the body's own limit its driver goes.
WheeledLimits with_arc_margin(WheeledLimits limits, double arc_margin);

inline double max_turn_rate(const WheeledLimits& limits, double speed) {
  return wheeled_turn_rate(speed, limits.min_turn_radius, limits.lateral_grip);
}

// v_touch = tau a_lat / forward_arc: up to this speed the two arcs touch [m/s].
double touch_speed(const WheeledLimits& limits);

// alpha_f = tau a_lat / v between min_forward_arc and forward_arc, and
// alpha_r = (pi - forward_arc) clamp(2 - v / v_touch, 0, 1).
DecisionArcs decision_arcs(const WheeledLimits& limits, double speed);

// One decision, of a driver in `gear` at a signed speed [m/s]; the result says in which gear he is now.
//  1. reverse ends and begins (next_reverse).
//  2. back and ahead end, in drive, where the goal is at least 1.2 R_min from both centers of the tightest
//     circles. Drive turns to one of them where it is closer than R_min - r_a to one: no circle gets there.
//     Back if there is a reverse gear, else ahead: what the body has just passed is free, what stands ahead
//     may be why the goal is aside. (Without r_a a motorbike circles for ever about a goal that its circles
//     just miss.)
//  3. back: -reverse_speed, straight. ahead: 2 v_touch, straight. reverse: -reverse_speed, 3 wrap(b - pi).
//     drive, goal in the forward arc: min(wanted speed, sqrt(0.8 a_lat R_req)), 3 b. drive, goal between the
//     arcs: max(v_touch / 2, 0.5 m/s), never 0, as a standing car turns nowhere; full lock to the side of b.
// Full lock is the turn rate that no speed exceeds, sqrt(a_lat / R_min).
DriveOrder decide(const WheeledLimits& limits, Gear gear, const DriveGoal& goal, double wanted_speed,
                  double speed);

}  // namespace drover
