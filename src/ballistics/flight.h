// Flights that have no closed form, step by step: Millington, AI for Games, 3rd ed., 3.5.4.
#pragma once

#include <cmath>

#include "core/vec3.h"

namespace drover {

struct FlightState {
  Vec3 position;
  Vec3 velocity;
  double time = 0.0;  // [s]
};

// The forces on a projectile, per unit of mass. With the velocity w = v - wind through the air
//   a = g - k w - c |w| w + spin x w
// The book's drag -k v - c v^2, by components, pushes forward where v < 0; |w| w brakes in any direction, and
// couples the axes. Lift turns the velocity and leaves the speed alone (the force of Magnus, linear in both).
struct Air {
  Vec3 gravity{0.0, 0.0, -9.81};  // [m/s^2]
  double drag_linear = 0.0;       // k [1/s]
  double drag_quadratic = 0.0;    // c [1/m]
  Vec3 wind = {};                 // [m/s]
  Vec3 spin = {};                 // axis and rate at which the velocity turns [rad/s]

  Vec3 acceleration(Vec3 velocity) const {
    const Vec3 through_air = velocity - wind;
    return gravity - through_air * (drag_linear + drag_quadratic * length(through_air)) +
           cross(spin, through_air);
  }
};

// A step of the classical Runge-Kutta method of order 4 (Kutta, 1901), for an acceleration [m/s^2] of a time,
// a position and a velocity. Exact for parabolas; the error of a flight is of order dt^4 otherwise.
template <class Acceleration>
FlightState rk4_step(const FlightState& state, double dt, const Acceleration& acceleration) {
  const Vec3 v1 = state.velocity;
  const Vec3 a1 = acceleration(state.time, state.position, v1);
  const Vec3 v2 = state.velocity + a1 * (0.5 * dt);
  const Vec3 a2 = acceleration(state.time + 0.5 * dt, state.position + v1 * (0.5 * dt), v2);
  const Vec3 v3 = state.velocity + a2 * (0.5 * dt);
  const Vec3 a3 = acceleration(state.time + 0.5 * dt, state.position + v2 * (0.5 * dt), v3);
  const Vec3 v4 = state.velocity + a3 * dt;
  const Vec3 a4 = acceleration(state.time + dt, state.position + v3 * dt, v4);
  return {state.position + (v1 + (v2 + v3) * 2.0 + v4) * (dt / 6.0),
          state.velocity + (a1 + (a2 + a3) * 2.0 + a4) * (dt / 6.0), state.time + dt};
}

}  // namespace drover
