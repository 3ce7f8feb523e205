// Vectors of three doubles: x and y span the ground, z points up. Planar worlds keep z = 0.
// Plain + - * / and sqrt only, in a stated order: these functions are part of the determinism promise.
#pragma once

#include <cmath>

namespace drover {

struct Vec3 {
  double x = 0.0;
  double y = 0.0;
  double z = 0.0;

  friend constexpr bool operator==(const Vec3&, const Vec3&) = default;
};

constexpr Vec3 operator+(Vec3 a, Vec3 b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
constexpr Vec3 operator-(Vec3 a, Vec3 b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
constexpr Vec3 operator-(Vec3 a) {
  return {-a.x, -a.y, -a.z};
}
constexpr Vec3 operator*(Vec3 a, double s) {
  return {a.x * s, a.y * s, a.z * s};
}
constexpr Vec3 operator*(double s, Vec3 a) {
  return a * s;
}
constexpr Vec3 operator/(Vec3 a, double s) {
  return {a.x / s, a.y / s, a.z / s};
}
// a / s for s other than zero, where it counts: divisions are slow, so x and y are divided side by side, and
// a z of zero, as all vectors of the plane have it, stays as it is.
inline Vec3 quotient(Vec3 a, double s) {
  typedef double Pair __attribute__((vector_size(16)));
  const Pair xy = Pair{a.x, a.y} / s;
  return {xy[0], xy[1], a.z == 0.0 ? a.z : a.z / s};
}
constexpr Vec3& operator+=(Vec3& a, Vec3 b) {
  return a = a + b;
}
constexpr Vec3& operator-=(Vec3& a, Vec3 b) {
  return a = a - b;
}
constexpr Vec3& operator*=(Vec3& a, double s) {
  return a = a * s;
}

constexpr double dot(Vec3 a, Vec3 b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
constexpr Vec3 cross(Vec3 a, Vec3 b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
constexpr double length2(Vec3 a) {
  return dot(a, a);
}
inline double length(Vec3 a) {
  return std::sqrt(length2(a));
}

// Lengths below this count as zero [m].
inline constexpr double kLengthEpsilon = 1e-9;

// The unit vector along a, or zero where a is shorter than kLengthEpsilon (never NaN).
inline Vec3 direction(Vec3 a) {
  const double l = length(a);
  return l < kLengthEpsilon ? Vec3{} : quotient(a, l);
}

// a shortened to at most `limit`; zero stays zero.
inline Vec3 clip(Vec3 a, double limit) {
  const double l2 = length2(a);
  return l2 <= limit * limit ? a : a * (limit / std::sqrt(l2));
}

// Whether a vector has no part along z. NaN counts as none: a step says by itself that a number is not
// finite.
constexpr bool lies_in_plane(Vec3 v) {
  return !(v.z < 0.0 || v.z > 0.0);
}

constexpr bool is_finite(double v) {
  return v - v == 0.0;
}
constexpr bool is_finite(Vec3 v) {
  return is_finite(v.x) && is_finite(v.y) && is_finite(v.z);
}

// No std::min / std::max on doubles: they differ on NaN and signed zero between platforms.
constexpr double smaller(double a, double b) {
  return b < a ? b : a;
}
constexpr double larger(double a, double b) {
  return a < b ? b : a;
}
constexpr double clamp(double v, double lo, double hi) {
  return v < lo ? lo : (hi < v ? hi : v);
}

}  // namespace drover
