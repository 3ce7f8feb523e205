// How near a projectile comes to a body. Millington, AI for Games, 3rd ed., 3.5.2 names the need; the formula
// is our own.
#pragma once

#include "ballistics/real_roots.h"
#include "core/vec3.h"

namespace drover {

struct ClosestPass {
  double time = 0.0;      // [s]
  double distance = 0.0;  // between the two points [m]
};

// Half the derivative of |d + v t + g t^2 / 2|^2 by the time: its roots are the times at which the distance
// is least or greatest.
//   |g|^2 / 2 t^3 + 3/2 (v.g) t^2 + (|v|^2 + d.g) t + d.v
Polynomial stationary_distance(Vec3 displacement, Vec3 velocity, Vec3 gravity);

// The least distance from now on until `duration` [s], which may be infinite; of equal ones the earliest. The
// displacement d [m] is that of the projectile from the body, and the velocity [m/s] relative to the body's.
// It touches a body where the distance is at most the sum of the radii. The middle of an upright cylinder
// with the radius hypot(radius, height / 2) is a safe estimate: that ball contains the cylinder.
ClosestPass closest_pass(Vec3 displacement, Vec3 velocity, Vec3 gravity, double duration);

}  // namespace drover
