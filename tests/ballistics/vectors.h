// Vectors and angles for tests of projectiles.
#pragma once

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "core/random.h"
#include "core/vec3.h"

namespace drover::test {

inline constexpr double kDegree = std::numbers::pi / 180.0;
inline constexpr Vec3 kGravity{0.0, 0.0, -9.81};

inline void expect_near(Vec3 actual, Vec3 expected, double tolerance) {
  EXPECT_NEAR(actual.x, expected.x, tolerance);
  EXPECT_NEAR(actual.y, expected.y, tolerance);
  EXPECT_NEAR(actual.z, expected.z, tolerance);
}

// [degrees]
inline double elevation_of(Vec3 v) {
  return std::atan2(v.z, std::hypot(v.x, v.y)) / kDegree;
}
inline double bearing_of(Vec3 v) {
  return std::atan2(v.y, v.x) / kDegree;
}

// A velocity in the x-z plane.
inline Vec3 velocity_at(double speed, double elevation_degrees) {
  return {speed * std::cos(elevation_degrees * kDegree), 0.0, speed * std::sin(elevation_degrees * kDegree)};
}

// About z.
inline Vec3 rotated(Vec3 v, double angle) {
  return {v.x * std::cos(angle) - v.y * std::sin(angle), v.x * std::sin(angle) + v.y * std::cos(angle), v.z};
}

inline Draws draws_of(std::string_view name) {
  return Draws({.seed = 1, .agent = 0, .tick = 0, .purpose = Purpose::parameter, .stream = stream_of(name)});
}
inline double uniform(Draws& draws, double low, double high) {
  return low + (high - low) * draws.uniform();
}
inline Vec3 random_vector(Draws& draws, double size) {
  const double x = uniform(draws, -size, size);
  const double y = uniform(draws, -size, size);
  return {x, y, uniform(draws, -size, size)};
}

}  // namespace drover::test
