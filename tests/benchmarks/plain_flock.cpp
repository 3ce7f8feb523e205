#include "benchmarks/plain_flock.h"

#include <cmath>
#include <random>

#include "core/vec3.h"

namespace drover::test {
namespace {

struct Bird {
  Vec3 position, heading;
  double speed = 0.0;
};

Bird bird_at(const reference::Flock& flock, std::size_t i) {
  return {{flock.x[i], flock.y[i], 0.0}, {flock.heading_x[i], flock.heading_y[i], 0.0}, flock.speed[i]};
}

void append(const Bird& bird, reference::Flock& flock) {
  flock.x.push_back(bird.position.x);
  flock.y.push_back(bird.position.y);
  flock.heading_x.push_back(bird.heading.x);
  flock.heading_y.push_back(bird.heading.y);
  flock.speed.push_back(bird.speed);
}

Vec3 acceleration_of(std::size_t i, const reference::Flock& flock) {
  const Bird self = bird_at(flock, i);
  Vec3 separation, headings, places;
  double count = 0.0;
  for (std::size_t j = 0; j < flock.x.size(); ++j) {
    const Bird other = bird_at(flock, j);
    const Vec3 apart = self.position - other.position;
    if (j == i || length(apart) >= 1.0) continue;
    separation = separation + apart / (length(apart) * length(apart));
    headings = headings + other.heading;
    places = places + other.position;
    count += 1.0;
  }
  if (count == 0.0) return {};
  const Vec3 alignment = headings / count - self.heading;
  const Vec3 cohesion = direction(places / count - self.position) - self.heading * self.speed;
  const Vec3 sum = separation * 0.25 + alignment + cohesion * 0.5;
  return length(sum) > 4.0 ? sum * (4.0 / length(sum)) : sum;
}

double wrapped(double v, double side) {
  return v < 0.0 ? v + side : v >= side ? v - side : v;
}

Bird moved(const Bird& bird, Vec3 acceleration, double side) {
  constexpr double dt = 0.02;
  Vec3 velocity = bird.heading * bird.speed + acceleration * dt;
  if (length(velocity) > 1.0) velocity = velocity / length(velocity);
  const Vec3 to = bird.position + velocity * dt;
  return {{wrapped(to.x, side), wrapped(to.y, side), 0.0}, direction(velocity), length(velocity)};
}

}  // namespace

double side_for(std::size_t count) {
  return std::sqrt(static_cast<double>(count) * 3.14159265358979323846 / 24.0);
}

reference::Flock random_flock(std::size_t count) {
  std::mt19937_64 engine(1);
  const auto uniform = [&] { return static_cast<double>(engine() >> 11) * 0x1p-53; };
  const double side = side_for(count);
  reference::Flock flock;
  for (std::size_t i = 0; i < count; ++i) {
    const double x = uniform() * side;
    const double y = uniform() * side;
    const double angle = uniform() * 6.28;
    append({{x, y, 0.0}, {std::cos(angle), std::sin(angle), 0.0}, 0.5}, flock);
  }
  return flock;
}

PlainStep plain_step(const reference::Flock& flock, double side) {
  PlainStep result;
  for (std::size_t i = 0; i < flock.x.size(); ++i) {
    const Vec3 acceleration = acceleration_of(i, flock);
    result.accelerations.x.push_back(acceleration.x);
    result.accelerations.y.push_back(acceleration.y);
    append(moved(bird_at(flock, i), acceleration, side), result.flock);
  }
  return result;
}

}  // namespace drover::test
