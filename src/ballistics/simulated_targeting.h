// In which direction to fire where the flight has no closed form: quadratic drag, lift, wind that varies,
// wells. Millington, AI for Games, 3rd ed., 3.5.5 (iterative targeting), with another search: the book's
// never ends where the first guess overshoots, and looks for the closest distance with a sign, which is not
// monotone.
#pragma once

#include "ballistics/flight.h"
#include "ballistics/function_ref.h"
#include "core/enum_names.h"
#include "core/vec3.h"

namespace drover {

DROVER_ENUM(TargetingArc, low, high)

// unreachable: no shot gets there. not_converged: the search ended before it came near enough.
DROVER_ENUM(TargetingOutcome, solved, unreachable, not_converged)

struct TargetingShot {
  FlightState start = {};  // the muzzle and the present time; the velocity is inherited by the projectile,
                           // added to its own
  Vec3 target = {};
  Vec3 target_velocity = {};  // [m/s]
  double speed = 0.0;         // of the muzzle [m/s]
  Vec3 gravity = {};          // for a first try without drag [m/s^2]
  TargetingArc arc = TargetingArc::low;
};

struct TargetingRule {
  double tolerance = 0.1;   // how far it may miss [m]
  double sample_dt = 0.05;  // of the simulated flights [s]; the flight between two samples counts as straight
  int max_iterations = 60;  // of a bisection
  double elevation_min = -1.5697963267948966;  // the lowest shot: 0.001 above straight down [rad]
  double max_flight_time = 60.0;               // of any flight [s]
};

struct Targeting {
  TargetingOutcome outcome = TargetingOutcome::not_converged;
  Vec3 direction;              // of the muzzle velocity, of unit length
  double time = 0.0;           // of flight [s]
  double passing = 0.0;        // the least distance from the target on the way [m]
  double top_elevation = 0.0;  // of the shot that passes the target highest, where it was looked for [rad]
  int flights = 0;             // simulated
};

// `advance(state, dt)` moves a projectile on by dt [s]; it must not change anything else.
//
// The frame: x along the bearing of the target, y to the left, z up, the start in the origin, the target at
// (R, 0, h).
//  0. The shot without drag is tried first, and taken where it passes within the tolerance.
//  1. A shot flies until it falls below the lower of start and target. Its miss is its height less h where it
//  first
//     gets to x = R; where it sinks before, -1e9 and less the distance it lacks. So the miss is never
//     infinite and has one top over the elevations; golden-section search finds it. Where the top is below 0:
//     unreachable. (Not at 45 degrees: drag lowers the top, and near, high targets need steep shots.)
//  2. Low arc: bisection of the miss below the top. Where it passes at the side, at y, the bearing is turned
//  against it
//     by atan(y / R), and all of it is done again.
//  3. High arc: bisection of x - R, where it falls through h, above the top (up to 3/4 pi: against a tail
//  wind a shot
//     leans back). Then, as long as it falls elsewhere, the miss over the time of flight is added to the
//     horizontal muzzle velocity, and the vertical one keeps the speed. To turn the bearing and the elevation
//     in turns fails where the drift is comparable to R.
//  4. A target straight above or below: straight up, or down by the low arc; no wind is allowed for.
// A moving target is aimed at where it is after the time that the last shot took, until that place moves by
// less than a tenth of the tolerance; not_converged after 20 rounds.
Targeting simulated_targeting(const TargetingShot& shot, const TargetingRule& rule,
                              FunctionRef<void(FlightState&, double)> advance);

}  // namespace drover
