// The questions of StaticGeometry about circles: those that stand there and those that are swept along a way.
#include <cmath>

#include <gtest/gtest.h>

#include "core/random.h"
#include "sim/geometry/static_geometry.h"
#include "sim/static_scene.h"

namespace drover::swept_hits_test {
namespace {

using test::one_circle;
using test::OwnGeometry;
using test::wall;
using test::walls;

TEST(FirstSweptWallHit, TouchesTheFlatOfAWallOneRadiusBefore) {
  const OwnGeometry geometry = walls({wall({{5, -3, 0}, {5, 3, 0}})});
  const auto hit = geometry.first_swept_wall_hit({0, 0, 0}, {10, 0, 0}, 1.0);
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->point, (Vec3{4, 0, 0}));
  EXPECT_EQ(hit->distance, 4.0);
  EXPECT_EQ(hit->normal, (Vec3{-1, 0, 0}));
  EXPECT_EQ(geometry.first_swept_wall_hit({10, 0, 0}, {0, 0, 0}, 1.0)->normal, (Vec3{1, 0, 0}));
  EXPECT_FALSE(geometry.first_swept_wall_hit({0, 0, 0}, {3.999, 0, 0}, 1.0));
}

TEST(FirstSweptWallHit, TouchesTheEndOfAWallInARoundWay) {
  const OwnGeometry geometry = walls({wall({{5, 0.6, 0}, {5, 4, 0}})});
  const auto hit = geometry.first_swept_wall_hit({0, 0, 0}, {10, 0, 0}, 1.0);
  ASSERT_TRUE(hit);
  EXPECT_NEAR(hit->point.x, 4.2, 1e-14);
  EXPECT_NEAR(hit->normal.x, -0.8, 1e-14);
  EXPECT_NEAR(hit->normal.y, -0.6, 1e-14);
  EXPECT_FALSE(geometry.first_swept_wall_hit({0, -0.5, 0}, {10, -0.5, 0}, 1.0));
}

TEST(FirstSweptWallHit, SeesAWallAlongTheWayWhichARayMisses) {
  const OwnGeometry geometry = walls({wall({{4, 0, 0}, {8, 0, 0}})});
  const auto hit = geometry.first_swept_wall_hit({0, 0, 0}, {10, 0, 0}, 0.5);
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->distance, 3.5);
  EXPECT_EQ(hit->normal, (Vec3{-1, 0, 0}));
  EXPECT_FALSE(geometry.first_swept_wall_hit({0, 0.5, 0}, {10, 0.5, 0}, 0.5)) << "touches, going along";
}

TEST(FirstSweptWallHit, OverlapFromTheStartIsAHitThereAndTouchIsNot) {
  const OwnGeometry geometry = walls({wall({{5, -3, 0}, {5, 3, 0}})});
  const auto overlap = geometry.first_swept_wall_hit({4.5, 0, 0}, {0, 0, 0}, 1.0);
  ASSERT_TRUE(overlap);
  EXPECT_EQ(overlap->distance, 0.0);
  EXPECT_EQ(overlap->normal, (Vec3{-1, 0, 0}));
  EXPECT_EQ(geometry.first_swept_wall_hit({5, 0, 0}, {9, 0, 0}, 1.0)->normal, (Vec3{-1, 0, 0}))
      << "on the wall: its left";
  EXPECT_FALSE(geometry.first_swept_wall_hit({4, 0, 0}, {0, 0, 0}, 1.0));
  EXPECT_EQ(geometry.first_swept_wall_hit({4, 0, 0}, {5, 0, 0}, 1.0)->distance, 0.0);
}

TEST(FirstSweptWallHit, WithoutARadiusIsARay) {
  const OwnGeometry geometry = walls({wall({{5, -3, 0}, {7, 3, 0}})});
  const auto swept = geometry.first_swept_wall_hit({0, 0.3, 0}, {10, 1, 0}, 0.0);
  const auto ray = geometry.first_wall_hit({0, 0.3, 0}, {10, 1, 0});
  ASSERT_TRUE(swept && ray);
  EXPECT_EQ(swept->point, ray->point);
  EXPECT_EQ(swept->normal, ray->normal);
}

TEST(FirstSweptWallHit, OneSidedWallsAreLeftOutForThoseBehind) {
  const OwnGeometry geometry = walls({wall({{3, 5, 0}, {3, -5, 0}}), wall({{6, -5, 0}, {6, 5, 0}})});
  EXPECT_EQ(geometry.first_swept_wall_hit({0, 0, 0}, {10, 0, 0}, 0.5, WallSides::left)->segment, 1u);
  EXPECT_EQ(geometry.first_swept_wall_hit({0, 0, 0}, {10, 0, 0}, 0.5)->segment, 0u);
}

TEST(FirstSweptWallHit, AtACornerTheLowestSegmentCounts) {
  const OwnGeometry geometry = walls({wall({{5, 4, 0}, {5, 0.5, 0}, {9, 0.5, 0}})});
  const auto hit = geometry.first_swept_wall_hit({0, 0, 0}, {10, 0, 0}, 1.0);
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->segment, 0u);
}

// The definition: where it hits it is one radius from the nearest wall, and nowhere before was it as near.
TEST(FirstSweptWallHit, IsTheFirstPointOneRadiusFromAWall) {
  Draws draws({43});
  int hits = 0;
  for (int k = 0; k < 2000; ++k) {
    std::array<double, 9> v{};
    for (double& value : v)
      value = 5.0 * draws.signed_uniform();
    const double radius = 0.1 + 0.2 * std::fabs(v[8]);
    const OwnGeometry geometry = walls({wall({{v[0], v[1], 0}, {v[2], v[3], 0}})});
    const Vec3 from{v[4], v[5], 0};
    const Vec3 to{v[6], v[7], 0};
    const auto distance = [&](Vec3 p) { return length(p - geometry.nearest_point_of_wall(0, p)); };
    const auto hit = geometry.first_swept_wall_hit(from, to, radius);
    const double end = hit ? hit->distance / length(to - from) : 1.0;
    for (int step = 0; step < 200; ++step) {
      const double t = end * step / 200.0;
      if (t >= end) break;
      ASSERT_GT(distance(from + (to - from) * t), radius - 1e-9) << k;
    }
    if (!hit) continue;
    ++hits;
    if (hit->distance > 0.0) {
      ASSERT_NEAR(distance(hit->point), radius, 1e-9) << k;
      ASSERT_LT(dot(to - from, hit->normal), 1e-9) << k;
    }
  }
  EXPECT_GT(hits, 300);
}

TEST(FirstSweptWallHit, MirroredWaysHitMirroredPointsExactly) {
  Draws draws({44});
  int hits = 0;
  for (int k = 0; k < 300; ++k) {
    std::array<double, 8> v{};
    for (double& value : v)
      value = 5.0 * draws.signed_uniform();
    const OwnGeometry plain = walls({wall({{v[0], v[1], 0}, {v[2], v[3], 0}})});
    const OwnGeometry mirrored = walls({wall({{v[0], -v[1], 0}, {v[2], -v[3], 0}})});
    const auto a = plain.first_swept_wall_hit({v[4], v[5], 0}, {v[6], v[7], 0}, 0.7);
    const auto b = mirrored.first_swept_wall_hit({v[4], -v[5], 0}, {v[6], -v[7], 0}, 0.7);
    ASSERT_EQ(a.has_value(), b.has_value());
    if (!a) continue;
    ++hits;
    EXPECT_EQ(a->point, (Vec3{b->point.x, -b->point.y, 0.0}));
    EXPECT_EQ(a->normal, (Vec3{b->normal.x, -b->normal.y, 0.0}));
  }
  EXPECT_GT(hits, 50);
}

TEST(FirstObstacleHit, IsWhereTheRayEntersTheNearestCircle) {
  WorldDef def;
  def.obstacles.resize(2);
  def.obstacles[0].center = Vec3{9, 0, 0};
  def.obstacles[0].radius = 3.0;
  def.obstacles[1].center = Vec3{4, 0.6, 0};
  def.obstacles[1].radius = 1.0;
  const OwnGeometry geometry(def, Bounds());
  const auto hit = geometry.first_obstacle_hit({0, 0, 0}, {10, 0, 0});
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->obstacle, 1u);
  EXPECT_NEAR(hit->distance, 3.2, 1e-14);
  EXPECT_NEAR(hit->normal.x, -0.8, 1e-14);
  EXPECT_NEAR(hit->normal.y, -0.6, 1e-14);
  EXPECT_FALSE(geometry.first_obstacle_hit({0, 0, 0}, {3.1999, 0, 0}));
  EXPECT_FALSE(geometry.first_obstacle_hit({0, 0, 0}, {-10, 0, 0})) << "behind";
}

TEST(FirstObstacleHit, SweptCircleTouchesByItsRadiusEarlier) {
  const OwnGeometry geometry = one_circle({5, 0, 0}, 1.0);
  EXPECT_EQ(geometry.first_obstacle_hit({0, 0, 0}, {10, 0, 0}, 0.5)->distance, 3.5);
  EXPECT_TRUE(geometry.first_obstacle_hit({0, 1.4, 0}, {10, 1.4, 0}, 0.5));
  EXPECT_FALSE(geometry.first_obstacle_hit({0, 1.4, 0}, {10, 1.4, 0}));
}

TEST(FirstObstacleHit, FromInsideIsAtTheStartWithTheNormalOut) {
  const OwnGeometry geometry = one_circle({5, 0, 0}, 2.0);
  const auto hit = geometry.first_obstacle_hit({6, 0, 0}, {0, 0, 0});
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->distance, 0.0);
  EXPECT_EQ(hit->normal, (Vec3{1, 0, 0}));
  EXPECT_EQ(geometry.first_obstacle_hit({5, 0, 0}, {9, 0, 0})->normal, (Vec3{0, 1, 0})) << "to the left";
  EXPECT_FALSE(geometry.first_obstacle_hit({7, 0, 0}, {9, 0, 0})) << "leaves from the rim";
}

TEST(FirstObstacleHit, SeesThroughTheEdgeOfAWorldThatWraps) {
  BoundsDef def;
  def.max = {20, 20, 0};
  def.edge = Edge::wrap;
  const OwnGeometry geometry = one_circle({0.5, 10, 0}, 1.0, Bounds(def));
  const auto hit = geometry.first_obstacle_hit({18, 10, 0}, {22, 10, 0});
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->point, (Vec3{19.5, 10, 0}));
  EXPECT_EQ(hit->normal, (Vec3{-1, 0, 0}));
}

TEST(FirstObstacleHit, TiesGoToTheFirstListed) {
  WorldDef def;
  def.obstacles.resize(2);
  def.obstacles[0].center = Vec3{5, 0.5, 0};
  def.obstacles[1].center = Vec3{5, -0.5, 0};
  def.obstacles[0].radius = def.obstacles[1].radius = 1.0;
  const OwnGeometry geometry(def, Bounds());
  EXPECT_EQ(geometry.first_obstacle_hit({0, 0, 0}, {10, 0, 0})->obstacle, 0u);
}

}  // namespace
}  // namespace drover::swept_hits_test
