// Balls against surfaces and against each other. Own derivations from Coulomb friction, restitution and the
// balance of momentum.
#pragma once

#include <optional>

#include "core/vec3.h"

namespace drover {

struct BounceLaw {
  double restitution = 0.6;  // e, share of the normal speed that comes back, 0 to 1
  double friction = 0.3;     // mu, of Coulomb
  double grip_share =
      2.0 / 7.0;  // beta, of the tangential speed that a ball without spin loses when it grips
};
// A ball of mass m and moment of inertia a m r^2 that rolls off without slipping loses the share a / (1 + a):
// 2/7 for a solid one (a = 2/5), 2/5 for a hollow one (a = 2/3).

// The velocity after a bounce off a surface that moves at `surface_velocity` and whose unit normal points to
// the ball; unchanged where it moves away from it. Relative to the surface, with w_n toward it and w_t along
// it,
//   w_n' = e w_n          w_t' = w_t - dir(w_t) min(mu (1 + e) w_n, beta |w_t|)
// as the normal impulse is (1 + e) w_n per mass, friction at most mu of that, and no more than makes it grip.
Vec3 bounce(Vec3 velocity, Vec3 surface_velocity, Vec3 normal, const BounceLaw& law);

// Whether a bounce grips rather than slips: w_t / w_n <= mu (1 + e) / beta.
bool grips(double tangential_speed, double normal_speed, const BounceLaw& law);

struct PairVelocities {
  Vec3 first;
  Vec3 second;
};

// Two balls that touch, without friction; `normal` is the unit vector from the center of the first to that of
// the second. The impulse along it is J = (1 + e) v_n m1 m2 / (m1 + m2), v_n the speed at which they
// approach. Momentum is kept, and energy too for e = 1. Unchanged where they move apart.
PairVelocities collide(PairVelocities velocities, Vec3 normal, double first_mass, double second_mass,
                       double restitution);

// When two points whose displacement changes evenly are `distance` apart for the first time while they
// approach [s]; 0 if they are nearer already and approach, none if they never are. |d + w t| = R, in the form
// that loses no digits: t = (|d|^2 - R^2) / (-d.w + sqrt((d.w)^2 - |w|^2 (|d|^2 - R^2))).
std::optional<double> time_to_contact(Vec3 displacement, Vec3 relative_velocity, double distance);

}  // namespace drover
