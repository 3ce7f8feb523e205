#include "sim/geometry/static_geometry.h"

#include <gtest/gtest.h>

#include "core/det_math.h"
#include "core/random.h"
#include "sim/static_scene.h"

namespace drover::static_geometry_test {
namespace {

using test::one_circle;
using test::OwnGeometry;
using test::wall;
using test::walls;

TEST(FirstWallHit, IsTheNearestAlongTheRay) {
  const OwnGeometry geometry = walls({wall({{8, -5, 0}, {8, 5, 0}}), wall({{3, -5, 0}, {3, 5, 0}})});
  const auto hit = geometry.first_wall_hit({0, 0, 0}, {10, 0, 0});
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->segment, 1u);
  EXPECT_EQ(hit->point, (Vec3{3, 0, 0}));
  EXPECT_EQ(hit->distance, 3.0);
  EXPECT_EQ(hit->normal, (Vec3{-1, 0, 0}));
}

TEST(FirstWallHit, NormalPointsToTheSideTheRayComesFrom) {
  const OwnGeometry geometry = walls({wall({{3, -5, 0}, {3, 5, 0}})});
  EXPECT_EQ(geometry.first_wall_hit({0, 0, 0}, {5, 0, 0})->normal, (Vec3{-1, 0, 0}));
  EXPECT_EQ(geometry.first_wall_hit({5, 0, 0}, {0, 0, 0})->normal, (Vec3{1, 0, 0}));
}

TEST(FirstWallHit, StartOnTheWallCountsAsItsLeftSide) {
  const OwnGeometry geometry = walls({wall({{3, -5, 0}, {3, 5, 0}})});
  const auto hit = geometry.first_wall_hit({3, 0, 0}, {5, 0, 0});
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->distance, 0.0);
  EXPECT_EQ(hit->normal, (Vec3{-1, 0, 0}));
}

TEST(FirstWallHit, EndPointsOfWallAndRayBelongToThem) {
  const OwnGeometry geometry = walls({wall({{3, 0, 0}, {3, 5, 0}})});
  EXPECT_TRUE(geometry.first_wall_hit({0, 0, 0}, {5, 0, 0}));
  EXPECT_TRUE(geometry.first_wall_hit({0, 1, 0}, {3, 1, 0}));
  EXPECT_FALSE(geometry.first_wall_hit({0, -1e-9, 0}, {5, -1e-9, 0}));
  EXPECT_FALSE(geometry.first_wall_hit({0, 1, 0}, {2.999999, 1, 0}));
}

TEST(FirstWallHit, ParallelAndCollinearRaysMiss) {
  const OwnGeometry geometry = walls({wall({{3, 0, 0}, {8, 0, 0}})});
  EXPECT_FALSE(geometry.first_wall_hit({0, 1, 0}, {10, 1, 0}));
  EXPECT_FALSE(geometry.first_wall_hit({0, 0, 0}, {10, 0, 0}));
  EXPECT_FALSE(geometry.first_wall_hit({4, 1, 0}, {4, 1, 0}));
}

TEST(FirstWallHit, TwoWallsAtOneCornerPointGiveTheLowestSegment) {
  const OwnGeometry geometry = walls({wall({{5, 0, 0}, {5, 5, 0}}), wall({{5, 0, 0}, {9, -4, 0}})});
  const auto hit = geometry.first_wall_hit({0, 0, 0}, {10, 0, 0});
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->segment, 0u);
}

// Rays are aimed at the corners themselves, where rounding decides on which segment they fall.
TEST(FirstWallHit, NoRayLeavesAClosedPolygonThroughACorner) {
  std::vector<Vec3> corners;
  for (int k = 0; k < 7; ++k) {
    const auto angle = det::sin_cos(0.1 + k * det::kTwoPi / 7.0);
    corners.push_back({3.3 * angle.cos, 2.7 * angle.sin, 0.0});
  }
  const OwnGeometry geometry = walls({wall(corners, true)});
  Draws draws({41});
  for (int k = 0; k < 3000; ++k) {
    const double x = 1.5 * draws.signed_uniform();
    const double y = 1.5 * draws.signed_uniform();
    const Vec3 from{x, y, 0.0};
    const Vec3 corner = corners[static_cast<std::size_t>(k % 7)];
    ASSERT_TRUE(geometry.first_wall_hit(from, from + (corner - from) * 3.0)) << x << ", " << y;
  }
}

TEST(FirstWallHit, OneSidedWallsAreLeftOutForThoseBehind) {
  // The normal of the near wall points to +x, of the far one to -x.
  const OwnGeometry geometry = walls({wall({{3, 5, 0}, {3, -5, 0}}), wall({{6, -5, 0}, {6, 5, 0}})});
  const auto hit = geometry.first_wall_hit({0, 0, 0}, {10, 0, 0}, WallSides::left);
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->segment, 1u);
  EXPECT_EQ(geometry.first_wall_hit({0, 0, 0}, {10, 0, 0})->segment, 0u);
}

TEST(FirstWallHit, MirroredRaysHitMirroredPointsExactly) {
  Draws draws({42});
  for (int k = 0; k < 300; ++k) {
    std::array<double, 8> v{};
    for (double& value : v)
      value = 10.0 * draws.signed_uniform();
    const OwnGeometry plain = walls({wall({{v[0], v[1], 0}, {v[2], v[3], 0}})});
    const OwnGeometry mirrored = walls({wall({{v[0], -v[1], 0}, {v[2], -v[3], 0}})});
    const auto a = plain.first_wall_hit({v[4], v[5], 0}, {v[6], v[7], 0});
    const auto b = mirrored.first_wall_hit({v[4], -v[5], 0}, {v[6], -v[7], 0});
    ASSERT_EQ(a.has_value(), b.has_value());
    if (!a) continue;
    EXPECT_EQ(a->point, (Vec3{b->point.x, -b->point.y, 0.0}));
    EXPECT_EQ(a->distance, b->distance);
    EXPECT_EQ(a->normal, (Vec3{b->normal.x, -b->normal.y, 0.0}));
  }
}

TEST(FirstWallHit, SideIsTheViewersWhereTheRayStartsElsewhere) {
  const OwnGeometry geometry = walls({wall({{3, 0, 0}, {3, 5, 0}})});
  // The ray comes from the left, from beyond the wall's end; the viewer stands to its right.
  const auto hit = geometry.first_wall_hit({2, 1, 0}, {5, 1, 0}, WallSides::both, {4, -1, 0});
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->normal, (Vec3{1, 0, 0}));
  EXPECT_FALSE(geometry.first_wall_hit({2, 1, 0}, {5, 1, 0}, WallSides::left, {4, -1, 0}));
  EXPECT_TRUE(geometry.first_wall_hit({2, 1, 0}, {5, 1, 0}, WallSides::left, {2, -1, 0}));
}

TEST(BlocksSight, ByCirclesThatAreCrossedNotTouched) {
  const OwnGeometry geometry = one_circle({5, 0, 0}, 1.0);
  EXPECT_TRUE(geometry.blocks_sight({0, 0.99, 0}, {10, 0.99, 0}));
  EXPECT_FALSE(geometry.blocks_sight({0, 1.0, 0}, {10, 1.0, 0}));
  EXPECT_FALSE(geometry.blocks_sight({0, 0, 0}, {3.9, 0, 0}));
  EXPECT_TRUE(geometry.blocks_sight({5, 0, 0}, {5, 0, 0}));
}

TEST(BlocksSight, ThroughTheEdgeOfAWorldThatWraps) {
  BoundsDef def;
  def.max = {20, 20, 0};
  def.edge = Edge::wrap;
  const OwnGeometry geometry = one_circle({0.5, 10, 0}, 1.0, Bounds(def));
  EXPECT_TRUE(geometry.blocks_sight({18, 10, 0}, {3, 10, 0}));
  EXPECT_FALSE(geometry.blocks_sight({15, 10, 0}, {6, 10, 0}));
}

// A wall that is seen edge-on stands in the way as one does whose end point is in it.
TEST(BlocksSight, ByWallsAlongIt) {
  const OwnGeometry geometry = walls({wall({{2, 1, 0}, {4, 1, 0}})});
  EXPECT_TRUE(geometry.is_wall_between({0, 1, 0}, {6, 1, 0}));
  EXPECT_TRUE(geometry.is_wall_between({6, 1, 0}, {3, 1, 0}));
  EXPECT_TRUE(geometry.is_wall_between({2.5, 1, 0}, {3.5, 1, 0}));
  EXPECT_FALSE(geometry.is_wall_between({0, 1, 0}, {1.9, 1, 0}));
  EXPECT_FALSE(geometry.is_wall_between({4.1, 1, 0}, {6, 1, 0}));
  EXPECT_FALSE(geometry.is_wall_between({0, 2, 0}, {6, 2, 0}));
  EXPECT_FALSE(geometry.is_wall_between({0, 1, 0}, {0, 1, 0}));
}

TEST(StaticGeometry, ShowsInEachStateWhatIsPresentThere) {
  WorldDef def;
  def.walls = {wall({{3, -5, 0}, {3, 5, 0}}), wall({{6, -5, 0}, {6, 5, 0}})};
  def.obstacles.emplace_back().center = Vec3{9, 0, 0};
  def.obstacles.front().radius = 1.0;
  const StaticShapes shapes(def, Bounds());
  const std::uint8_t no_wall[] = {0, 0};
  const std::uint8_t no_obstacle[] = {0};
  const StaticGeometry all(shapes);
  const StaticGeometry open_doors(shapes, {.obstacles = {}, .walls = no_wall});
  const StaticGeometry empty(shapes, {.obstacles = no_obstacle, .walls = no_wall});
  EXPECT_EQ(all.distance({0, 0, 0}), 3.0);
  EXPECT_EQ(open_doors.distance({0, 0, 0}), 8.0);
  EXPECT_EQ(empty.distance({0, 0, 0}), kInfinity);
  EXPECT_TRUE(all.is_wall_present(1) && !open_doors.is_wall_present(1));
  EXPECT_TRUE(open_doors.is_obstacle_present(0) && !empty.is_obstacle_present(0));
  EXPECT_TRUE(open_doors.blocks_sight({0, 0, 0}, {12, 0, 0}) && !empty.blocks_sight({0, 0, 0}, {12, 0, 0}));
}

TEST(NearestPointOfWall, LooksAtAllSegments) {
  const OwnGeometry geometry = walls({wall({{0, 0, 0}, {10, 0, 0}, {10, 10, 0}})});
  EXPECT_EQ(geometry.nearest_point_of_wall(0, {4, 3, 0}), (Vec3{4, 0, 0}));
  EXPECT_EQ(geometry.nearest_point_of_wall(0, {12, 7, 0}), (Vec3{10, 7, 0}));
  EXPECT_EQ(geometry.nearest_point_of_wall(0, {-3, -4, 0}), (Vec3{0, 0, 0}));
}

TEST(NearestPointOnSegment, OfAZeroLengthSegmentIsItsPoint) {
  EXPECT_EQ(nearest_point_on_segment({1, 2, 0}, {1, 2, 0}, {5, 5, 0}), (Vec3{1, 2, 0}));
}

}  // namespace
}  // namespace drover::static_geometry_test
