// Flights integrated numerically: what the closed forms are compared with.
#pragma once

#include <functional>

#include "core/vec3.h"

namespace drover::test {

struct Flown {
  Vec3 position;
  Vec3 velocity;
};

// The acceleration [m/s^2] at a time, a position and a velocity.
using Acceleration = std::function<Vec3(double time, Vec3 position, Vec3 velocity)>;

// By an adaptive Runge-Kutta method of order 5, with a relative error of about 1e-12 per step.
Flown flown(Vec3 position, Vec3 velocity, double time, const Acceleration& acceleration);

}  // namespace drover::test
