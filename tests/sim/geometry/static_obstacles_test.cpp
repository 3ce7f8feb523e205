// What StaticGeometry adds to shapes: images in a world that wraps, and several obstacles at once.
#include <gtest/gtest.h>

#include "core/random.h"
#include "sim/geometry/shape_image.h"
#include "sim/geometry/static_geometry.h"
#include "sim/own_geometry.h"

namespace drover::static_obstacles_test {
namespace {

using test::OwnGeometry;

ObstacleDef box(Vec3 center, Vec3 size, double angle = 0.0, bool hollow = false) {
  ObstacleDef def;
  def.box = BoxDef{center, size, angle};
  def.hollow = hollow;
  return def;
}

Bounds torus() {
  BoundsDef def;
  def.max = {20, 12, 0};
  def.edge = Edge::wrap;
  return Bounds(def);
}

Vec3 point(Draws& draws) {
  const double x = 20.0 * draws.uniform();
  const double y = 12.0 * draws.uniform();
  return {x, y, 0.0};
}

TEST(StaticObstacles, AreSeenThroughTheEdges) {
  WorldDef def;
  def.obstacles = {box({19, 6, 0}, {4, 2, 0})};  // reaches to x = 1
  const OwnGeometry geometry(def, torus());
  EXPECT_DOUBLE_EQ(geometry.distance_to_obstacle(0, {0.5, 6, 0}), -0.5);
  EXPECT_DOUBLE_EQ(geometry.distance_to_obstacle(0, {3, 6, 0}), 2.0);
  EXPECT_EQ(geometry.nearest_border(0, {3, 6, 0}).point, (Vec3{1, 6, 0}));
  const auto hit = geometry.first_obstacle_hit({5, 6, 0}, {0, 6, 0}, 0.5);
  ASSERT_TRUE(hit);
  EXPECT_DOUBLE_EQ(hit->distance, 3.5);
  EXPECT_EQ(hit->normal, (Vec3{1, 0, 0}));
  EXPECT_TRUE(geometry.blocks_sight({2, 6, 0}, {16, 6, 0}));
  EXPECT_FALSE(geometry.blocks_sight({2, 6, 0}, {9, 6, 0}));
}

// As long as the world: either image may be the nearer one, whatever the nearest center.
TEST(StaticObstacles, AllImagesOfLargeOnesCount) {
  WorldDef def;
  def.obstacles = {box({9, 6, 0}, {18, 0.5, 0})};
  const OwnGeometry geometry(def, torus());
  EXPECT_DOUBLE_EQ(geometry.distance_to_obstacle(0, {18.5, 6, 0}), 0.5);
  EXPECT_NEAR(geometry.distance_to_obstacle(0, {19.7, 6, 0}), 0.3, 1e-12);
  const auto hit = geometry.first_obstacle_hit({18.2, 6, 0}, {21, 6, 0});
  ASSERT_TRUE(hit);
  EXPECT_NEAR(hit->distance, 1.8, 1e-12);
}

// A ray of more than half the world may meet another image than that nearest to its start.
TEST(StaticObstacles, LongRaysMeetImagesOfCirclesAsThoseOfCapsules) {
  Draws draws({.seed = 4});
  int met = 0;
  for (int k = 0; k < 4000; ++k) {
    const Vec3 center = point(draws);
    const double radius = 0.2 + draws.uniform();
    WorldDef circle, capsule;
    circle.obstacles.emplace_back();
    circle.obstacles[0].center = center;
    circle.obstacles[0].radius = radius;
    capsule.obstacles.emplace_back();
    capsule.obstacles[0].capsule = CapsuleDef{center, center, radius};
    const OwnGeometry round(circle, torus());
    const OwnGeometry reference(capsule, torus());
    const Vec3 from = point(draws);
    const Vec3 to = from + Vec3{30.0 * draws.signed_uniform(), 18.0 * draws.signed_uniform(), 0.0};
    const auto hit = round.first_obstacle_hit(from, to, 0.1);
    const auto expected = reference.first_obstacle_hit(from, to, 0.1);
    ASSERT_EQ(hit.has_value(), expected.has_value()) << k;
    EXPECT_EQ(round.is_obstacle_between(0, from, to), reference.is_obstacle_between(0, from, to)) << k;
    if (!hit) continue;
    ++met;
    EXPECT_NEAR(hit->distance, expected->distance, 1e-9) << k;
    EXPECT_NEAR(length(hit->normal - expected->normal), 0.0, 1e-6) << k;
  }
  EXPECT_GT(met, 300);
}

// Written out: the obstacle and its images as so many obstacles in a world without edges.
TEST(StaticObstacles, ImagesAreLikeCopiesOfTheObstacle) {
  Draws draws({.seed = 1});
  int hits = 0;
  for (int scene = 0; scene < 200; ++scene) {
    WorldDef def;
    const Vec3 size{0.5 + 8.0 * draws.uniform(), 0.5 + 4.0 * draws.uniform(), 0.0};
    def.obstacles = {box(point(draws), size, draws.uniform(), scene % 3 == 0)};
    WorldDef copies;
    for (const double column : {-2.0, -1.0, 0.0, 1.0, 2.0}) {
      for (const double row : {-2.0, -1.0, 0.0, 1.0, 2.0}) {
        copies.obstacles.push_back(def.obstacles[0]);
        *copies.obstacles.back().box->center += Vec3{20.0 * column, 12.0 * row, 0.0};
      }
    }
    const OwnGeometry wrapped(def, torus());
    const OwnGeometry copied(copies, Bounds());
    for (int k = 0; k < 20; ++k) {
      const Vec3 p = point(draws);
      double least = kInfinity;
      for (std::uint32_t j = 0; j < copies.obstacles.size(); ++j)
        least = smaller(least, copied.distance_to_obstacle(j, p));
      ASSERT_NEAR(wrapped.distance_to_obstacle(0, p), least, 1e-12);
      const Vec3 to = p + Vec3{8.0 * draws.signed_uniform(), 5.0, 0.0};
      const auto hit = wrapped.first_obstacle_hit(p, to, 0.3);
      const auto expected = copied.first_obstacle_hit(p, to, 0.3);
      ASSERT_EQ(hit.has_value(), expected.has_value());
      ASSERT_EQ(wrapped.is_obstacle_between(0, p, to), copied.blocks_sight(p, to));
      if (!hit) continue;
      ++hits;
      ASSERT_NEAR(hit->distance, expected->distance, 1e-9);
      ASSERT_LT(length(hit->normal - expected->normal), 1e-6);
    }
  }
  EXPECT_GT(hits, 500);
}

// The distance to a region is that of the nearest image of who asks.
TEST(StaticObstacles, RegionsAreAskedAboutFromTheNearestImage) {
  const Shape region = Shape::rectangle({0, 4, 0}, {2, 8, 0});
  EXPECT_EQ(image_near(region, torus(), {19, 6, 0}), (Vec3{-1, 6, 0}));
  EXPECT_EQ(image_near(region, torus(), {5, 6, 0}), (Vec3{5, 6, 0}));
  EXPECT_EQ(image_near(region, torus(), {1, 6, 0}), (Vec3{1, 6, 0}));
  EXPECT_EQ(image_near(region, torus(), {11, 6, 0}), (Vec3{11, 6, 0}));  // as near both ways
  EXPECT_EQ(image_near(region, Bounds(), {19, 6, 0}), (Vec3{19, 6, 0}));
}

TEST(StaticObstacles, TheFirstOneMetCounts) {
  WorldDef def;
  def.obstacles = {box({8, 0, 0}, {2, 2, 0}), box({5, 0, 0}, {2, 2, 0}), box({5, 0.5, 0}, {2, 2, 0})};
  const OwnGeometry geometry(def, Bounds());
  const auto hit = geometry.first_obstacle_hit({0, 0, 0}, {10, 0, 0});
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->obstacle, 1u);
  EXPECT_EQ(hit->distance, 4.0);
  EXPECT_EQ(geometry.first_obstacle_hit({0, 0, 0}, {10, 0, 0}, 0.0, 2.0).has_value(), false);
}

// As with circles: what avoids an obstacle has to know that it is in it, wherever it goes.
TEST(StaticObstacles, AStartInsideIsAHitAtDistanceZero) {
  WorldDef def;
  def.obstacles = {box({0, 0, 0}, {4, 2, 0})};
  const OwnGeometry geometry(def, Bounds());
  const auto hit = geometry.first_obstacle_hit({1.5, 0.2, 0}, {9, 0.2, 0});
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->distance, 0.0);
  EXPECT_NEAR(hit->normal.x, 1.0, 1e-12);
}

}  // namespace
}  // namespace drover::static_obstacles_test
