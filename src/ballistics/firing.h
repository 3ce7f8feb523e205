// In which direction to fire: Millington, AI for Games, 3rd ed., 3.5.3 and 3.5.4.
//
// The displacement D [m] goes from the muzzle to the target (the book's code has it the other way round and
// fires backward), s is the muzzle speed [m/s], u the unit direction of fire, t the time of flight [s].
// No solution is an empty result, and never the nearest shot.
#pragma once

#include <optional>

#include "ballistics/drag.h"
#include "core/vec3.h"

namespace drover {

struct FiringArc {
  double time = 0.0;  // of flight [s]
  Vec3 direction;     // of the muzzle velocity, of unit length
};

// The low arc is the one that arrives first. At the limit of what the speed reaches both arcs are the same.
struct FiringSolution {
  std::optional<FiringArc> low;
  std::optional<FiringArc> high;
};

// Arcs that take less time [s] are none; nor are those to a target that is nearer than kLengthEpsilon.
inline constexpr double kShortestFlight = 1e-9;

// The least muzzle speed that gets there: sqrt(|g||D| - g.D), where both arcs coincide.
double minimum_speed(Vec3 displacement, Vec3 gravity);

// A target that stands. Moving shooters and falling targets: see below.
// D = u s t + g t^2 / 2 with |u| = 1 is a quadratic in t^2, |g|^2 t^4 - 4 B t^2 + 4 |D|^2 = 0 with
// B = g.D + s^2. The book's root -b - sqrt(b^2 - 4 a c) cancels for fast weapons (D = 10 m, s = 1e5 m/s
// gives t = 0), and its test for negative times is never true. With q = |g||D| and
// r = sqrt((B - q)(B + q)), the low arc has the conjugate form:
//   low:  t = sqrt(2 |D|^2 / (B + r))         high: t = sqrt(2 (B + r)) / |g|
// There is none where B < q; both t^2 are positive then. Gravity may have any direction. Without gravity
// there is the low arc only.
FiringSolution firing_solution(Vec3 displacement, double speed, Vec3 gravity,
                               double shortest = kShortestFlight);

// A target that moves evenly, at w [m/s]. |D + w t - g t^2 / 2|^2 = s^2 t^2 is (own derivation)
//   |g|^2 / 4 t^4 - (g.w) t^3 + (|w|^2 - s^2 - g.D) t^2 + 2 (D.w) t + |D|^2 = 0
// Up to four roots; low is the first and high the last. Where there is one only, high is none.
// For a shooter whose projectiles inherit a velocity, w is the target's less the inherited one. For a target
// that accelerates, as one that falls, gravity is the projectile's acceleration less the target's.
FiringSolution firing_solution(Vec3 displacement, Vec3 target_velocity, double speed, Vec3 gravity,
                               double shortest = kShortestFlight);

// Under linear drag, with a wind that is the same everywhere; own derivation. With g' = g + k wind and phi1,
// phi2 of k t, u s t phi1 = D - g' t^2 phi2. So a shot that takes the time t needs the speed
//   s(t) = |D - g' t^2 phi2| / (t phi1)
// which is infinite at both ends. It has one minimum: g' acts as a tilted gravity, and the height at which a
// shot of given speed passes a distance (along and across g') is concave in the tangent of its elevation, so
// that no speed has more than two shots. Each side of the minimum holds one arc of a greater speed.
// For a shooter whose projectiles inherit a velocity, subtract that from the wind and from the target's.
FiringSolution firing_solution(Vec3 displacement, double speed, const LinearDrag& drag,
                               double shortest = kShortestFlight);

// Both: aims where the target will be after the time that the last aim took, until that time moves by less
// than 1e-6 s. Each arc by itself; none if it does not settle within 20 rounds.
FiringSolution firing_solution(Vec3 displacement, Vec3 target_velocity, double speed, const LinearDrag& drag,
                               double shortest = kShortestFlight);

}  // namespace drover
