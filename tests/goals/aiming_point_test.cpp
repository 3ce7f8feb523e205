// Where bodies aim that go to regions.
#include "sim/geometry/aiming_point.h"

#include <cmath>

#include <gtest/gtest.h>

#include "core/det_math.h"
#include "core/random.h"
#include "sim/geometry/nearest_place.h"
#include "sim/geometry/shape_image.h"

namespace drover::test::aiming_point_test {
namespace {

Region rectangle(Vec3 min, Vec3 max) {
  RegionDef def;
  def.min = min;
  def.max = max;
  return Region("r", def);
}

Region disc(Vec3 center, double radius) {
  RegionDef def;
  def.center = center;
  def.radius = radius;
  return Region("d", def);
}

Region polygon(std::vector<Vec3> points) {
  RegionDef def;
  def.points = std::move(points);
  return Region("p", def);
}

void expect_point(Vec3 found, Vec3 expected, double tolerance = 1e-12) {
  EXPECT_NEAR(found.x, expected.x, tolerance);
  EXPECT_NEAR(found.y, expected.y, tolerance);
}

TEST(AimingPoint, IsClampedIntoARectangleThatIsSmallerByTheRadius) {
  expect_point(aiming_point(rectangle({10, 4}, {12, 6}), {0, 0}, 0.25), {10.25, 4.25});
  expect_point(aiming_point(rectangle({0, 0}, {0.4, 3}), {5, 1}, 0.25), {0.2, 1});
  expect_point(aiming_point(rectangle({10, 4}, {12, 6}), {11, 5}, 0.25), {11, 5});
}

TEST(AimingPoint, LiesInADiscThatIsSmallerByTheRadius) {
  expect_point(aiming_point(disc({0, 0}, 2), {4, 3}, 0.5), {1.2, 0.9});
  expect_point(aiming_point(disc({0, 0}, 2), {0.3, 0.4}, 0.5), {0.3, 0.4});
  expect_point(aiming_point(disc({1, 2}, 0.2), {9, 9}, 0.5), {1, 2});
  expect_point(aiming_point(disc({1, 2}, 2), {1, 2}, 0.5), {1, 2});
}

TEST(AimingPoint, IsTheNearestPointOfAPolygonThatDeepOrHalfAsDeep) {
  for (const bool turns_right : {false, true}) {
    const Region triangle =
        turns_right ? polygon({{0, 0}, {0, 3}, {4, 0}}) : polygon({{0, 0}, {4, 0}, {0, 3}});
    expect_point(aiming_point(triangle, {5, -5}, 0.5), {2.5, 0.5});
    expect_point(aiming_point(triangle, {5, -5}, 1), {1, 1}, 1e-8);
    expect_point(aiming_point(triangle, {5, -5}, 1.5), {1.75, 0.75});
    expect_point(aiming_point(triangle, {0.8, 0.9}, 0.5), {0.8, 0.9});
  }
}

TEST(AimingPoint, GoesRoundACornerThatPointsInwards) {
  const Region l = polygon({{0, 0}, {4, 0}, {4, 1}, {1, 1}, {1, 4}, {0, 4}});
  // From near the inner corner the nearest points 0.25 deep lie on the circle around it.
  const double part = 0.25 / std::sqrt(2.0);
  expect_point(aiming_point(l, {0.95, 0.95}, 0.25), {1 - part, 1 - part}, 1e-9);
  expect_point(aiming_point(l, {3, 2}, 0.25), {3, 0.75});
}

// Of a polygon with many sides only those nearby are looked at.
TEST(AimingPoint, OfAPolygonOfManySidesIsThatOfTheDiscItResembles) {
  std::vector<Vec3> corners;
  for (int k = 0; k < 400; ++k) {
    const auto [sine, cosine] = det::sin_cos(det::kTwoPi * k / 400.0);
    corners.push_back({10 * cosine, 10 * sine, 0});
  }
  const Region round = polygon(corners);
  for (const Vec3 p : {Vec3{30, 5}, Vec3{9.9, 0.1}, Vec3{-12, 14}, Vec3{0.1, -9.99}})
    expect_point(aiming_point(round, p, 0.5), aiming_point(disc({0, 0}, 10), p, 0.5), 2e-2);
}

// The search over all sides at once, with the plainest test of a depth.
Vec3 aiming_point_of_all_sides(const Region& region, Vec3 p, double radius) {
  const Shape& shape = region.shape;
  for (const double part : {1.0, 0.5, 0.25, 0.125}) {
    const double depth = part * radius;
    if (depth > region.greatest_depth + 1e-9) continue;
    PlaceSearch search;
    for (std::size_t k = 0; k < shape.edges().size(); ++k) {
      const auto& [a, b, normal] = shape.edges()[k];
      const Vec3 inwards = -normal * depth;
      search.add_segment(a + inwards, b + inwards);
      const Vec3 next = shape.edges()[(k + 1) % shape.edges().size()].b;
      if (cross(b - a, next - b).z * shape.turn() < 0.0) search.add_circle(b, depth);
    }
    const auto is_deep = [&](Vec3 q) {
      return shape.encloses(q) && length(shape.border_point(q) - q) >= depth - 1e-9;
    };
    if (const std::optional<Vec3> found = search.find(p, is_deep)) return *found;
  }
  return shape.nearest_point(p);
}

TEST(AimingPoint, IsTheOneThatASearchOverAllSidesFinds) {
  Draws draws({.seed = 5});
  for (int k = 0; k < 200; ++k) {
    const int count = 3 + static_cast<int>(draws.below(30));
    std::vector<Vec3> corners;
    for (int j = 0; j < count; ++j) {
      const auto [sine, cosine] = det::sin_cos(det::kTwoPi * (j + 0.8 * draws.uniform()) / count);
      const double reach = 0.5 + 3.0 * draws.uniform();
      corners.push_back({reach * cosine, reach * sine, 0});
    }
    const Region region = polygon(corners);
    for (int j = 0; j < 10; ++j) {
      const double x = 8.0 * draws.signed_uniform();
      const double y = 8.0 * draws.signed_uniform();
      const double radius = 0.1 + draws.uniform();
      ASSERT_EQ(aiming_point(region, {x, y}, radius), aiming_point_of_all_sides(region, {x, y}, radius)) << k;
    }
  }
}

// Of polygons of many sides, from nearby and far away, where few of them are looked at.
TEST(AimingPoint, IsTheOneThatASearchOverAllSidesOfASmoothPolygonFinds) {
  Draws draws({.seed = 6});
  for (const int count : {17, 40, 120, 300}) {
    for (const double wave : {0.0, 0.15, 0.4}) {
      std::vector<Vec3> corners;
      for (int k = 0; k < count; ++k) {
        const double angle = det::kTwoPi * k / count;
        const auto [sine, cosine] = det::sin_cos(angle);
        const double reach = 5.0 * (1.0 + wave * det::cos(5.0 * angle));
        corners.push_back({50 + reach * cosine, 50 + reach * sine, 0});
      }
      const Region region = polygon(corners);
      for (int k = 0; k < 40; ++k) {
        const double size = k % 2 == 0 ? 50.0 : 8.0;
        const double x = 50 + size * draws.signed_uniform();
        const double y = 50 + size * draws.signed_uniform();
        const Vec3 p{x, y, 0};
        const double radius = k % 3 == 0 ? 0.2 : draws.uniform();
        ASSERT_EQ(aiming_point(region, p, radius), aiming_point_of_all_sides(region, p, radius)) << count;
      }
    }
  }
}

// Polygons whose greatest depth is known: of a triangle the radius of the circle in it, of a strip half its
// width.
TEST(AimingPoint, TheGreatestDepthIsAnUpperBoundNearTheTruth) {
  EXPECT_NEAR(polygon({{0, 0}, {4, 0}, {0, 3}}).greatest_depth, 1.0, 0.07);
  EXPECT_GE(polygon({{0, 0}, {4, 0}, {0, 3}}).greatest_depth, 1.0);
  EXPECT_LE(polygon({{5, 5}, {205, 5}, {205, 6}, {5, 6}}).greatest_depth, 0.65);
  EXPECT_GE(polygon({{5, 5}, {205, 5}, {205, 6}, {5, 6}}).greatest_depth, 0.5);
  std::vector<Vec3> wave;
  for (int k = 0; k <= 200; ++k)
    wave.push_back({0.2 * k, k % 2 == 0 ? 0.0 : 0.1, 0});
  for (int k = 200; k >= 0; --k)
    wave.push_back({0.2 * k, k % 2 == 0 ? 0.6 : 0.7, 0});
  const Region strip = polygon(wave);
  double greatest = 0.0;
  for (int k = 0; k <= 4000; ++k)
    for (int row = 0; row <= 70; ++row)
      greatest = larger(greatest, -strip.shape.distance({0.01 * k, 0.01 * row, 0}));
  EXPECT_GE(strip.greatest_depth, greatest);
  EXPECT_LE(strip.greatest_depth, 1.5 * greatest);
}

// A body too large for the strip aims at half its radius inside, or a quarter.
TEST(AimingPoint, OfAStripNarrowerThanTheBodyIsADeepEnoughPlace) {
  const Region strip = polygon({{0, 0}, {50, 0}, {50, 0.6}, {0, 0.6}});
  expect_point(aiming_point(strip, {20, 5}, 0.5), {20, 0.35});
  expect_point(aiming_point(strip, {20, 5}, 1.0), {20, 0.35});
  expect_point(aiming_point(strip, {20, 5}, 2.0), {20, 0.35});
  expect_point(aiming_point(strip, {20, 5}, 8.0), {20, 0.6});
}

TEST(AimingPoint, OnATorusTheNearestImageAsks) {
  BoundsDef def{.min = {0, 0}, .max = {40, 20}, .edge = Edge::wrap};
  const Bounds torus(def);
  const Region region = rectangle({36, 4}, {38, 6});
  const Vec3 image = image_near(region.shape, torus, {1, 5});
  expect_point(image, {41, 5});
  expect_point(aiming_point(region, image, 0.25), {37.75, 5});
  expect_point(image_near(region.shape, Bounds(), {1, 5}), {1, 5});
}

TEST(AimingPoint, OnATorusARegionHoldsWhatAnImageIsIn) {
  const Bounds torus(BoundsDef{.min = {0, 0}, .max = {40, 20}, .edge = Edge::wrap});
  const Region region = rectangle({36, 4}, {44, 6});
  for (const Vec3 p : {Vec3{37, 5}, Vec3{4, 5}, Vec3{44, 6}})
    EXPECT_TRUE(encloses_image(region.shape, torus, p)) << p.x;
  EXPECT_FALSE(encloses_image(region.shape, torus, {4.1, 5}));
  EXPECT_FALSE(encloses_image(region.shape, Bounds(), {4, 5}));
}

}  // namespace
}  // namespace drover::test::aiming_point_test
