#include "ballistics/bounce.h"

#include <cmath>

namespace drover {

Vec3 bounce(Vec3 velocity, Vec3 surface_velocity, Vec3 normal, const BounceLaw& law) {
  const Vec3 relative = velocity - surface_velocity;
  const double normal_speed = -dot(relative, normal);
  if (!(normal_speed > 0.0)) return velocity;
  const Vec3 tangential = relative + normal * normal_speed;
  const double speed = length(tangential);
  const double loss = smaller(law.friction * (1.0 + law.restitution) * normal_speed, law.grip_share * speed);
  const Vec3 kept = speed > 0.0 ? tangential * (1.0 - loss / speed) : Vec3{};
  return surface_velocity + kept + normal * (law.restitution * normal_speed);
}

bool grips(double tangential_speed, double normal_speed, const BounceLaw& law) {
  return law.grip_share * tangential_speed <= law.friction * (1.0 + law.restitution) * normal_speed;
}

PairVelocities collide(PairVelocities velocities, Vec3 normal, double first_mass, double second_mass,
                       double restitution) {
  const double approach = dot(velocities.first - velocities.second, normal);
  if (!(approach > 0.0)) return velocities;
  const double change = (1.0 + restitution) * approach / (first_mass + second_mass);  // J / (m1 m2)
  return {velocities.first - normal * (change * second_mass),
          velocities.second + normal * (change * first_mass)};
}

std::optional<double> time_to_contact(Vec3 displacement, Vec3 relative_velocity, double distance) {
  const double approach = -dot(displacement, relative_velocity);
  if (!(approach > 0.0)) return std::nullopt;
  const double gap = length2(displacement) - distance * distance;
  if (gap <= 0.0) return 0.0;
  const double square = approach * approach - length2(relative_velocity) * gap;
  if (square < 0.0) return std::nullopt;
  return gap / (approach + std::sqrt(square));
}

}  // namespace drover
