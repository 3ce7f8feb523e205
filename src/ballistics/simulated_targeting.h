// In which direction to fire where the flight has no closed form: quadratic drag, lift, wind that varies,
// wells. The idea is Millington's, AI for Games, 3rd ed., 3.5.5 (iterative targeting); the search is our own.
// The book's gives up after any overshoot, has no limit of iterations, and bisects the least distance with a
// sign, which is not monotone.
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
// Frame: x along the bearing of the target, y to the left, z up, the start at the origin. The target is at
// (R, 0, h).
//
// 0. The solution without drag is flown first, and taken where it passes within the tolerance.
//
// 1. Miss: a shot flies until it falls below the lower one of start and target. Its miss is its height less
//    h where it first gets to x = R; for one that sinks before, -1e9 less the distance it lacks. So it is
//    finite and has one maximum over the elevations, which golden-section search finds. A maximum below 0
//    means unreachable. (The book's maximum of 45 degrees is wrong under drag, and for near, high targets.)
//
// 2. Low arc: bisection of the miss below that elevation. A shot that passes at the side, at y, is turned
//    by -atan(y / R), and searched for again.
//
// 3. High arc: bisection of x - R where the shot falls through h, between that elevation and 3/4 pi, as
//    shots lean back in a tail wind. Then, as long as it falls beside the target, the miss divided by the
//    time of flight is added to the horizontal muzzle velocity, and the vertical one keeps the speed.
//    (Corrections of bearing and elevation in turns do not converge where the drift is comparable to R.)
//
// 4. A target straight above or below: straight up, or down for the low arc; wind is not allowed for.
//
// A moving target is aimed at where it is after the time of the last solution, until that point moves by
// less than a tenth of the tolerance; not_converged after 20 rounds.
Targeting simulated_targeting(const TargetingShot& shot, const TargetingRule& rule,
                              FunctionRef<void(FlightState&, double)> advance);

}  // namespace drover
