#include "core/orientation.h"

#include <boost/multiprecision/cpp_int.hpp>
#include <gtest/gtest.h>

#include "core/random.h"

namespace drover {
namespace {

using Rational = boost::multiprecision::cpp_rational;

int exact_sign(Vec3 a, Vec3 b, Vec3 c) {
  const Rational left = (Rational(b.x) - Rational(a.x)) * (Rational(c.y) - Rational(a.y));
  const Rational right = (Rational(b.y) - Rational(a.y)) * (Rational(c.x) - Rational(a.x));
  return Rational(left - right).sign();
}

TEST(Orientation, TellsLeftRightAndOn) {
  EXPECT_EQ(orientation({0, 0, 0}, {4, 0, 0}, {2, 1, 0}), 1);
  EXPECT_EQ(orientation({0, 0, 0}, {4, 0, 0}, {2, -1, 0}), -1);
  EXPECT_EQ(orientation({0, 0, 0}, {4, 0, 0}, {2, 0, 0}), 0);
  EXPECT_EQ(orientation({1, 1, 0}, {1, 1, 0}, {2, 5, 0}), 0);
}

// Points next to a line, a few last bits apart: doubles alone give the wrong sign there.
TEST(Orientation, IsExactWhereDoublesAreNot) {
  Draws draws({.seed = 1});
  int wrong = 0;
  for (int k = 0; k < 2000; ++k) {
    const double x = 0.5 + 0x1p-53 * static_cast<double>(draws.below(256));
    const double y = 0.5 + 0x1p-53 * static_cast<double>(draws.below(256));
    const Vec3 a{x, y, 0};
    const Vec3 b{12, 12, 0};
    const Vec3 c{24, 24, 0};
    const int expected = exact_sign(a, b, c);
    ASSERT_EQ(orientation(a, b, c), expected) << x << " " << y;
    ASSERT_EQ(orientation(c, b, a), -expected);
    const double rounded = cross(b - a, c - a).z;
    wrong += (rounded > 0.0) - (rounded < 0.0) != expected;
  }
  EXPECT_GT(wrong, 0);
}

TEST(Orientation, IsExactForRandomPointsNearALine) {
  Draws draws({.seed = 2});
  for (int k = 0; k < 2000; ++k) {
    const double size = k % 2 == 0 ? 1.0 : 1e6;
    Vec3 p[3];
    for (Vec3& each : p) {
      each.x = size * draws.signed_uniform();
      each.y = size * draws.signed_uniform();
    }
    p[2] = p[0] + (p[1] - p[0]) * draws.uniform();
    ASSERT_EQ(orientation(p[0], p[1], p[2]), exact_sign(p[0], p[1], p[2]));
    ASSERT_EQ(exact_orientation(p[0], p[1], p[2]), exact_sign(p[0], p[1], p[2]));
  }
}

}  // namespace
}  // namespace drover
