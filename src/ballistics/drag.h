// Flight under gravity with drag proportional to the velocity through the air: Millington, AI for Games, 3rd
// ed., 3.5.4, with the closed solution in a form that holds for any drag, none included.
#pragma once

#include <optional>

#include "core/vec3.h"

namespace drover {

// The two functions all of it is made of, for x = k t >= 0, the time in units of 1 / k:
//   phi1 = (1 - e^-x) / x         mean over the time of e^-x: 1 at 0, falls to 1 / x
//   phi2 = (x - 1 + e^-x) / x^2   1/2 at 0, falls to 1 / x
// The fractions are 0/0 at x = 0 and lose all digits near it: there phi2 is its power series
// sum (-x)^n / (n + 2)!, and phi1 = 1 - x phi2 follows from the definitions.
struct DragPhi {
  double phi1 = 1.0;
  double phi2 = 0.5;
  double decay = 1.0;  // e^-x
};
DragPhi drag_phi(double x);

// ln(1 + k q) / k, which is q for k = 0: the time [s] after which something that decays at the rate k [1/s]
// is used up, where it would last q [s] without decay. -infinity and less (k q <= -1) is infinity: never.
double decay_time(double k, double q);

// Acceleration g - k (v - wind). Drag is per unit of mass, as all accelerations are; the book calls it a
// force.
struct LinearDrag {
  Vec3 gravity{0.0, 0.0, -9.81};  // [m/s^2]
  double k = 0.0;                 // [1/s], >= 0
  Vec3 wind = {};                 // [m/s]

  // What the projectile would feel at rest: gravity and the wind's push [m/s^2].
  Vec3 push() const { return gravity + wind * k; }
  // The velocity at which drag balances gravity; none without drag.
  std::optional<Vec3> terminal_velocity() const;
  // How far it gets from its start, along directions in which nothing pushes [m]; infinite without drag.
  double reach(double speed) const;
};

// Solving v' = g - k (v - wind) with the integrating factor e^kt, and integrating once more, gives with
// g' = g + k wind and x = k t
//   v(t) = v0 e^-x + g' t phi1(x)
//   p(t) = p0 + v0 t phi1(x) + g' t^2 phi2(x)
// For k = 0 these are the parabola's, to the last bit. (The book's equation 3.6 has the wrong sign in front
// of A / k: at t = 0 it gives a point that is not p0.)
Vec3 position_under_drag(const LinearDrag& drag, Vec3 position, Vec3 velocity, double time);
Vec3 velocity_under_drag(const LinearDrag& drag, Vec3 velocity, double time);

// When the projectile is highest, after the start [s]: v_z e^-x = -g'_z t phi1 gives ln(1 + k v_z / a) / k
// with a = -g'_z. 0 where it does not rise at first; none where it rises for ever.
std::optional<double> apex_time(const LinearDrag& drag, double upward_velocity);

}  // namespace drover
