// Corners of paths that are rounded: lengths and places in closed form.
#include "sim/geometry/path_fillets.h"

#include <array>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "sim/geometry/path.h"

namespace drover::test::path_fillets_test {
namespace {

PathDef path_of(std::span<const Vec3> points, bool closed, double fillet) {
  PathDef def;
  def.points = path_points(points);
  def.closed = closed;
  def.fillet = fillet;
  def.tolerance = 1e-4;
  return def;
}

constexpr std::array kSquare = {Vec3{0, 0, 0}, Vec3{10, 0, 0}, Vec3{10, 10, 0}, Vec3{0, 10, 0}};

// Each corner of a right angle takes a radius of both its legs and gives a quarter of a circle.
TEST(PathFillets, SquareIsAsLongAsItsSidesAndOneCircle) {
  const Path path("square", path_of(kSquare, true, 2.0));
  EXPECT_NEAR(path.length(), 4.0 * 6.0 + 2.0 * std::numbers::pi * 2.0, 1e-9);
  for (double s = 0.0; s < path.length(); s += 0.1) {
    const Vec3 p = path.point_at(s);
    EXPECT_LE(std::hypot(std::fabs(p.x - 5.0), std::fabs(p.y - 5.0)), std::hypot(3.0, 3.0) + 2.0 + 1e-3);
  }
}

TEST(PathFillets, EndsOfAnOpenPathStay) {
  const Path path("corner", path_of(std::span(kSquare).first(3), false, 2.0));
  EXPECT_NEAR(path.length(), 16.0 + std::numbers::pi, 1e-9);
  EXPECT_EQ(path.point_at(0.0), kSquare[0]);
  EXPECT_NEAR(length(path.point_at(path.length()) - kSquare[2]), 0.0, 1e-9);
}

// Legs between two corners are shared: half of 10 m leaves room for a radius of 5 m.
TEST(PathFillets, ShortLegsGetSmallerArcs) {
  const FilletedPath rounded = with_fillets(path_of(kSquare, true, 7.0));
  ASSERT_EQ(rounded.narrow.size(), 4u);
  EXPECT_NEAR(rounded.narrow[0].radius, 5.0, 1e-9);
  const Path path("circle", path_of(kSquare, true, 7.0));
  EXPECT_NEAR(path.length(), 2.0 * std::numbers::pi * 5.0, 1e-6);
}

TEST(PathFillets, WithoutCornersNothingChanges) {
  constexpr std::array kLine = {Vec3{0, 0, 0}, Vec3{5, 0, 0}, Vec3{10, 0, 0}};
  EXPECT_NEAR(Path("line", path_of(kLine, false, 2.0)).length(), 10.0, 1e-12);
  EXPECT_TRUE(with_fillets(path_of(kLine, false, 2.0)).narrow.empty());
  // There and back: opposite legs have no arc.
  constexpr std::array kBack = {Vec3{0, 0, 0}, Vec3{5, 0, 0}, Vec3{0, 0, 0}};
  EXPECT_NEAR(Path("back", path_of(kBack, false, 2.0)).length(), 10.0, 1e-12);
}

}  // namespace
}  // namespace drover::test::path_fillets_test
