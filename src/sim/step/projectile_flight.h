// How projectiles fly: one law for those of the world and for those that somebody only aims with.
#pragma once

#include "ballistics/drag.h"
#include "ballistics/flight.h"
#include "sim/state/world.h"

namespace drover {

// The motion of the projectiles of a type. Where gravity, linear drag and an even wind are all that acts,
// each step is exact; else it is one of the classical Runge-Kutta method, of fourth order, and the border of
// a region of wind is not resolved within it. Its states have the time of the run.
class FlightLaw {
 public:
  FlightLaw(const World& world, const ProjectileType& type);

  // Whether firing solutions in closed form are right.
  bool is_exact() const { return is_exact_; }
  FlightState advanced(const FlightState& from, double duration) const;
  // When the curve itself, not its chord, passes a plane that moves: near `duration`, at which the chord does
  // in the point `touch`, and no later than `longest` [s].
  struct Plane {
    Vec3 touch;     // m
    Vec3 normal;    // unit
    Vec3 velocity;  // m/s
  };
  double time_to(const Plane& plane, const FlightState& from, double duration, double longest) const;

 private:
  Vec3 wind(Vec3 p, double time) const;
  Vec3 pull(Vec3 p, double time) const;

  const World& world_;
  const ProjectileType& type_;
  bool is_exact_;
  LinearDrag even_law_;  // of an exact one
};

}  // namespace drover
