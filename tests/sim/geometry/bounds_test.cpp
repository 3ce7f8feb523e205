#include "sim/geometry/bounds.h"

#include <cmath>

#include <gtest/gtest.h>

#include "core/random.h"

namespace drover::bounds_test {
namespace {

BoundsDef rectangle(Vec3 min, Vec3 max, Edge edge) {
  BoundsDef def;
  def.min = min;
  def.max = max;
  def.edge = edge;
  return def;
}

TEST(NearestImage, IsAntisymmetricAtHalfTheWidth) {
  EXPECT_EQ(Bounds::nearest_image(5.0, 10.0), -5.0);
  EXPECT_EQ(Bounds::nearest_image(-5.0, 10.0), 5.0);
  EXPECT_EQ(Bounds::nearest_image(15.0, 10.0), -5.0);
  EXPECT_EQ(Bounds::nearest_image(-15.0, 10.0), 5.0);
}

TEST(NearestImage, IsAntisymmetricEverywhereAndAtMostHalfTheWidth) {
  Draws draws({11});
  for (int k = 0; k < 2000; ++k) {
    const double width = 0.1 + 100.0 * draws.uniform();
    const double d = 5.0 * width * draws.signed_uniform();
    const double image = Bounds::nearest_image(d, width);
    EXPECT_EQ(Bounds::nearest_image(-d, width), -image) << d << " in " << width;
    EXPECT_LE(std::fabs(image), 0.5 * width * (1.0 + 1e-14)) << d << " in " << width;
    const double turns = (d - image) / width;
    EXPECT_NEAR(turns, std::floor(turns + 0.5), 1e-12) << d << " in " << width;
  }
}

TEST(NearestImage, KeepsShortDistancesBitForBit) {
  EXPECT_EQ(Bounds::nearest_image(0.1, 10.0), 0.1);
  EXPECT_EQ(Bounds::nearest_image(-4.999999999999999, 10.0), -4.999999999999999);
}

TEST(WrappedCoordinate, OfATinyNegativeNumberIsBelowTheFarEdge) {
  EXPECT_LT(Bounds::wrapped_coordinate(-1e-20, 0.0, 10.0), 10.0);
  EXPECT_GE(Bounds::wrapped_coordinate(-1e-20, 0.0, 10.0), 0.0);
}

TEST(WrappedCoordinate, OfTheFarEdgeIsTheNearEdge) {
  EXPECT_EQ(Bounds::wrapped_coordinate(10.0, 0.0, 10.0), 0.0);
  EXPECT_EQ(Bounds::wrapped_coordinate(7.0, -3.0, 7.0), -3.0);
}

TEST(WrappedCoordinate, LiesInsideAndDiffersByWholeWidths) {
  Draws draws({12});
  for (int k = 0; k < 2000; ++k) {
    const double low = 50.0 * draws.signed_uniform();
    const double width = 0.1 + 20.0 * draws.uniform();
    const double v = low + 40.0 * width * draws.signed_uniform();
    const double w = Bounds::wrapped_coordinate(v, low, low + width);
    EXPECT_GE(w, low);
    EXPECT_LT(w, low + width);
    const double turns = (v - w) / width;
    EXPECT_NEAR(turns, std::floor(turns + 0.5), 1e-11) << v << " from " << low << " wide " << width;
  }
}

TEST(Bounds, MeasureAcrossTheEdgeOnlyWhenTheWorldWraps) {
  const Vec3 a{1.0, 1.0, 0.0};
  const Vec3 b{9.0, 1.0, 0.0};
  const Bounds torus(rectangle({0, 0, 0}, {10, 20, 0}, Edge::wrap));
  EXPECT_EQ(torus.displacement(a, b), (Vec3{-2.0, 0.0, 0.0}));
  for (const Edge edge : {Edge::open, Edge::reflect, Edge::clamp}) {
    EXPECT_EQ(Bounds(rectangle({0, 0, 0}, {10, 20, 0}, edge)).displacement(a, b), (Vec3{8.0, 0.0, 0.0}));
  }
  EXPECT_EQ(Bounds().displacement(a, b), (Vec3{8.0, 0.0, 0.0}));
}

TEST(Bounds, HaveHeightsWhereTheyDiffer) {
  const Bounds torus(rectangle({0, 0, -5}, {10, 20, 5}, Edge::wrap));
  EXPECT_EQ(torus.displacement({1, 1, 4}, {1, 1, -4}), (Vec3{0.0, 0.0, 2.0}));
  EXPECT_EQ(torus.wrapped({1, 1, 6}), (Vec3{1.0, 1.0, -4.0}));
  EXPECT_TRUE(torus.contains({1, 1, 5}));
  EXPECT_FALSE(torus.contains({1, 1, 5.5}));
  EXPECT_EQ(torus.clamped({-1, 1, 7}), (Vec3{0.0, 1.0, 5.0}));
  const Bounds tall(rectangle({0, 0, 0}, {10, 20, 0}, Edge::wrap));
  EXPECT_EQ(tall.displacement({1, 1, 400}, {9, 1, -400}), (Vec3{-2.0, 0.0, -800.0}));
  EXPECT_EQ(tall.wrapped({11, 1, 600}), (Vec3{1.0, 1.0, 600.0}));
  EXPECT_TRUE(tall.contains({1, 1, 500}));
  EXPECT_EQ(tall.clamped({-1, 1, 7}), (Vec3{0.0, 1.0, 7.0}));
}

TEST(Bounds, TranslationInATorusKeepsDisplacements) {
  const Bounds torus(rectangle({-5, 2, 0}, {11, 9, 0}, Edge::wrap));
  Draws draws({13});
  const auto point = [&draws] {
    const double x = 100.0 * draws.signed_uniform();
    const double y = 100.0 * draws.signed_uniform();
    return Vec3{x, y, 0.0};
  };
  for (int k = 0; k < 500; ++k) {
    const Vec3 a = point();
    const Vec3 b = point();
    const Vec3 shift = point();
    const Vec3 plain = torus.displacement(torus.wrapped(a), torus.wrapped(b));
    const Vec3 shifted = torus.displacement(torus.wrapped(a + shift), torus.wrapped(b + shift));
    EXPECT_NEAR(length(plain), length(shifted), 1e-12);
  }
}

}  // namespace
}  // namespace drover::bounds_test
