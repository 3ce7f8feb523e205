// The height of ground over a stretch of time in which it moves evenly or from rest to rest.
#pragma once

#include "core/vec3.h"

namespace drover {

// A polynomial of the third degree in the time since the stretch began.
struct HeightPiece {
  double duration = 0.0;  // s
  double height = 0.0;    // m, and its derivatives: m/s, m/s^2, m/s^3
  double speed = 0.0;
  double acceleration = 0.0;
  double jerk = 0.0;

  double height_at(double t) const {
    return height + t * (speed + t * (acceleration / 2.0 + t * (jerk / 6.0)));
  }
  double speed_at(double t) const { return speed + t * (acceleration + t * (jerk / 2.0)); }
  double acceleration_at(double t) const { return acceleration + t * jerk; }
  // What is left of it after a time.
  HeightPiece from(double t) const {
    return {duration - t, height_at(t), speed_at(t), acceleration_at(t), jerk};
  }
};

// Feet above ground that moves; flight is exact.
struct Feet {
  double z = 0.0;   // m
  double vz = 0.0;  // m/s
  bool grounded = true;
  double landing_speed = -1.0;  // with which they last met the ground, relative to it [m/s]; negative: never
};

// What acts on feet in the air.
struct FallLaw {
  double gravity = 0.0;   // m/s^2
  double air_drag = 0.0;  // k of LinearDrag (ballistics/drag.h) [1/s]
};

// Moves feet for as long as the piece lasts. Those on the ground follow it until it falls away faster than
// they do; those in the air land where they meet it. Gravity 0: nobody leaves the ground.
void follow_ground(Feet& feet, const HeightPiece& ground, const FallLaw& law);

}  // namespace drover
