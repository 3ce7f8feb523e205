#include "ballistics/closest_pass.h"

#include <cmath>

namespace drover {

Polynomial stationary_distance(Vec3 displacement, Vec3 velocity, Vec3 gravity) {
  return {dot(displacement, velocity), length2(velocity) + dot(displacement, gravity),
          1.5 * dot(velocity, gravity), 0.5 * length2(gravity), 0.0};
}

ClosestPass closest_pass(Vec3 displacement, Vec3 velocity, Vec3 gravity, double duration) {
  const auto distance2_at = [&](double t) {
    return length2(displacement + velocity * t + gravity * (0.5 * t * t));
  };
  double best_time = 0.0;
  double least = distance2_at(0.0);
  const auto consider = [&](double time) {
    const double distance2 = distance2_at(time);
    if (!(distance2 < least)) return;
    least = distance2;
    best_time = time;
  };
  for (const double root : positive_roots(stationary_distance(displacement, velocity, gravity))) {
    if (root <= duration) consider(root);
  }
  if (is_finite(duration)) consider(duration);
  return {best_time, std::sqrt(least)};
}

}  // namespace drover
