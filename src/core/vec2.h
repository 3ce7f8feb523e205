// Vectors of two doubles: pixels of pictures and points of plan views. What happens in the world is Vec3.
#pragma once

#include <cmath>

namespace drover {

struct Vec2 {
  double x = 0.0;
  double y = 0.0;

  friend constexpr bool operator==(const Vec2&, const Vec2&) = default;
};

constexpr Vec2 operator+(Vec2 a, Vec2 b) {
  return {a.x + b.x, a.y + b.y};
}
constexpr Vec2 operator-(Vec2 a, Vec2 b) {
  return {a.x - b.x, a.y - b.y};
}
constexpr Vec2 operator-(Vec2 a) {
  return {-a.x, -a.y};
}
constexpr Vec2 operator*(Vec2 a, double s) {
  return {a.x * s, a.y * s};
}

constexpr double dot(Vec2 a, Vec2 b) {
  return a.x * b.x + a.y * b.y;
}
constexpr double length2(Vec2 a) {
  return dot(a, a);
}
inline double length(Vec2 a) {
  return std::sqrt(length2(a));
}

// a turned by 90 degrees from the x axis to the y axis.
constexpr Vec2 quarter_turn(Vec2 a) {
  return {-a.y, a.x};
}

}  // namespace drover
