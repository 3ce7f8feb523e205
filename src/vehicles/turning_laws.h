// How tightly and how soon vehicles turn and stop: Millington, AI for Games, 3rd ed., 3.8.3, "Common
// actuation properties", which names the limits; the laws are drover's own.
#pragma once

#include <cmath>

#include "core/vec3.h"

namespace drover {

// Speeds below this are rest, at which wheels turn nothing [m/s].
inline constexpr double kTurningRest = 1e-9;

// The greatest turn rate of a car or motorbike [rad/s]: min(|v| / R_min, a_lat / |v|), 0 at rest. R_min is
// the radius of the tightest circle [m], a_lat the lateral acceleration at which tires let go [m/s^2].
inline double wheeled_turn_rate(double speed, double min_turn_radius, double lateral_grip) {
  const double v = std::fabs(speed);
  return v < kTurningRest ? 0.0 : smaller(v / min_turn_radius, lateral_grip / v);
}

// That of a tracked vehicle: min(w_0, a_lat / |v|), w_0 at rest, where it turns on the spot.
inline double tracked_turn_rate(double speed, double spot_turn_rate, double lateral_grip) {
  const double v = std::fabs(speed);
  return v < kTurningRest ? spot_turn_rate : smaller(spot_turn_rate, lateral_grip / v);
}

// The radius of the tightest circle at a speed [m]: max(R_min, v^2 / a_lat).
inline double turning_radius(double speed, double min_turn_radius, double lateral_grip) {
  return larger(min_turn_radius, speed * speed / lateral_grip);
}

// The way until rest [m]: v^2 / (2 brake).
inline double braking_distance(double speed, double brake) {
  return speed * speed / (2.0 * brake);
}

}  // namespace drover
