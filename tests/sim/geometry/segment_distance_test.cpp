#include "sim/geometry/segment_distance.h"

#include <cmath>
#include <vector>

#define BOOST_ALLOW_DEPRECATED_HEADERS  // of its own includes
#include <boost/geometry.hpp>
#include <boost/geometry/geometries/linestring.hpp>
#include <boost/geometry/geometries/point_xy.hpp>
#include <boost/geometry/geometries/polygon.hpp>
#include <gtest/gtest.h>

#include "core/det_math.h"
#include "core/random.h"
#include "sim/static_scene.h"

namespace drover::segment_distance_test {
namespace {

namespace bg = boost::geometry;
using Point = bg::model::d2::point_xy<double>;
using Line = bg::model::linestring<Point>;
using Polygon = bg::model::polygon<Point>;
using test::OwnGeometry;

Line line(Vec3 a, Vec3 b) {
  return {{a.x, a.y}, {b.x, b.y}};
}

Vec3 point_in(Draws& draws, double size) {
  const double x = size * draws.signed_uniform();
  const double y = size * draws.signed_uniform();
  return {x, y, 0.0};
}

Shape star(Draws& draws, bool hollow) {
  const int n = 3 + static_cast<int>(draws.below(30));
  std::vector<Vec3> corners;
  for (int k = 0; k < n; ++k) {
    const double angle = det::kTwoPi * (k + 0.8 * draws.uniform()) / n;
    const double radius = 0.5 + 3.0 * draws.uniform();
    corners.push_back({radius * det::cos(angle), radius * det::sin(angle), 0.0});
  }
  return Shape::polygon(std::move(corners), hollow);
}

TEST(SegmentDistance, OfTwoSegmentsAgreesWithBoost) {
  Draws draws({.seed = 1});
  int crossed = 0;
  for (int k = 0; k < 2000; ++k) {
    const Vec3 a = point_in(draws, 3.0);
    const Vec3 b = point_in(draws, 3.0);
    const Vec3 c = point_in(draws, 3.0);
    const Vec3 d = point_in(draws, 3.0);
    ASSERT_NEAR(distance_between_segments(a, b, c, d), bg::distance(line(a, b), line(c, d)), 1e-12);
    crossed += distance_between_segments(a, b, c, d) == 0.0 ? 1 : 0;
  }
  EXPECT_GT(crossed, 200);
}

TEST(SegmentDistance, OfPointsSegmentsThatTouchAndThoseInLine) {
  const Vec3 o{};
  EXPECT_EQ(distance_between_segments(o, o, {3, 4, 0}, {3, 4, 0}), 5.0);
  EXPECT_EQ(distance_between_segments(o, o, o, o), 0.0);
  EXPECT_EQ(distance_between_segments({1, 0, 0}, {1, 0, 0}, {-2, 2, 0}, {4, 2, 0}), 2.0);
  EXPECT_EQ(distance_between_segments(o, {4, 0, 0}, {2, 0, 0}, {2, 3, 0}), 0.0);
  EXPECT_EQ(distance_between_segments(o, {4, 0, 0}, {4, 0, 0}, {5, 3, 0}), 0.0);
  EXPECT_EQ(distance_between_segments(o, {4, 0, 0}, {3, 0, 0}, {9, 0, 0}), 0.0);
  EXPECT_EQ(distance_between_segments(o, {4, 0, 0}, {6, 0, 0}, {9, 0, 0}), 2.0);
}

TEST(SegmentDistance, ToPolygonsAgreesWithBoost) {
  Draws draws({.seed = 2});
  for (int k = 0; k < 2000; ++k) {
    const Shape shape = star(draws, k % 2 == 0);
    const Vec3 a = point_in(draws, 5.0);
    const Vec3 b = a + point_in(draws, k % 3 == 0 ? 0.5 : 5.0);
    Polygon polygon;
    Line border;
    for (const Vec3& corner : shape.corners()) {
      bg::append(polygon, Point{corner.x, corner.y});
      bg::append(border, Point{corner.x, corner.y});
    }
    border.push_back(border.front());
    bg::correct(polygon);
    const double expected =
        shape.is_hollow() ? bg::distance(line(a, b), border) : bg::distance(line(a, b), polygon);
    ASSERT_NEAR(distance_to_segment(shape, a, b), expected, 1e-12) << k;
    const double within = distance_to_segment(shape, a, b, 0.3);
    ASSERT_NEAR(smaller(within, 0.3), smaller(expected, 0.3), 1e-12) << k;
  }
}

// Of many points on the segment the nearest one.
TEST(SegmentDistance, ToRoundShapesIsThatOfTheNearestPoint) {
  Draws draws({.seed = 3});
  int within = 0;
  for (int k = 0; k < 400; ++k) {
    const bool hollow = k % 2 == 0;
    const Vec3 to = k % 3 == 0 ? Vec3{} : point_in(draws, 2.0);
    const Shape shape = Shape::capsule({}, to, 0.5 + 2.0 * draws.uniform(), hollow);
    const Vec3 a = point_in(draws, 5.0);
    const Vec3 b = a + point_in(draws, k % 4 == 0 ? 0.5 : 3.0);
    double least = kInfinity;
    for (int step = 0; step <= 3000; ++step) {
      const Vec3 p = a + (b - a) * (step / 3000.0);
      least = smaller(least, larger(shape.distance(p), 0.0));
    }
    ASSERT_LE(distance_to_segment(shape, a, b), least + 1e-12) << k;
    ASSERT_NEAR(distance_to_segment(shape, a, b), least, length(b - a) / 5000.0) << k;
    within += hollow && shape.encloses(a) && shape.encloses(b) ? 1 : 0;
  }
  EXPECT_GT(within, 10);
}

Bounds torus() {
  BoundsDef def;
  def.max = {20, 12, 0};
  def.edge = Edge::wrap;
  return Bounds(def);
}

// Written out: the obstacle and its images as so many obstacles in a world without edges.
TEST(SegmentDistance, InAWorldThatWrapsIsThatToTheNearestImage) {
  Draws draws({.seed = 4});
  for (int scene = 0; scene < 60; ++scene) {
    WorldDef def;
    ObstacleDef& obstacle = def.obstacles.emplace_back();
    const double width = 0.5 + 8.0 * draws.uniform();
    const Vec3 center{20.0 * draws.uniform(), 12.0 * draws.uniform(), 0.0};
    obstacle.hollow = scene % 3 == 0;
    if (scene % 4 == 0) {
      obstacle.center = center;
      obstacle.radius = 0.3 * width;
    } else {
      obstacle.box = BoxDef{center, {width, 2.0, 0.0}, draws.uniform()};
    }
    const OwnGeometry wrapped(def, torus());
    const OwnGeometry plain(def, Bounds());
    for (int k = 0; k < 30; ++k) {
      const Vec3 a{20.0 * draws.uniform(), 12.0 * draws.uniform(), 0.0};
      const Vec3 b = a + Vec3{10.0 * draws.signed_uniform(), 6.0 * draws.signed_uniform(), 0.0};
      double least = kInfinity;
      for (const double column : {-2.0, -1.0, 0.0, 1.0, 2.0}) {
        for (const double row : {-2.0, -1.0, 0.0, 1.0, 2.0}) {
          const Vec3 shift{20.0 * column, 12.0 * row, 0.0};
          least = smaller(least, distance_to_segment(plain, 0, a + shift, b + shift));
        }
      }
      ASSERT_NEAR(distance_to_segment(wrapped, 0, a, b), least, 1e-12);
      const double within = distance_to_segment(wrapped, 0, a, b, 1.0);
      ASSERT_NEAR(smaller(within, 1.0), smaller(least, 1.0), 1e-12);
    }
  }
}

TEST(SegmentDistance, AWayIsClearDownToTheRadius) {
  WorldDef def;
  def.walls = {test::wall({{0, 5, 0}, {8, 5, 0}})};
  WallDef block = test::wall({{20, 0, 0}, {24, 0, 0}, {24, 4, 0}, {20, 4, 0}}, true);
  block.solid = true;
  def.walls.push_back(block);
  ObstacleDef& disc = def.obstacles.emplace_back();
  disc.center = {4, 10, 0};
  disc.radius = 1.0;
  const OwnGeometry geometry(def, Bounds());
  EXPECT_TRUE(is_clear_way(geometry, {0, 4.5, 0}, {8, 4.5, 0}, 0.5));
  EXPECT_TRUE(is_clear_way(geometry, {0, 4.5, 0}, {8, 4.5, 0}, 0.5 + 5e-10));
  EXPECT_FALSE(is_clear_way(geometry, {0, 4.5, 0}, {8, 4.5, 0}, 0.51));
  EXPECT_FALSE(is_clear_way(geometry, {7, 4, 0}, {7, 6, 0}, 0.1));
  EXPECT_TRUE(is_clear_way(geometry, {8.1, 4, 0}, {8.1, 6, 0}, 0.1));
  EXPECT_TRUE(is_clear_way(geometry, {0, 8.5, 0}, {8, 8.5, 0}, 0.5));
  EXPECT_FALSE(is_clear_way(geometry, {0, 8.5, 0}, {8, 8.5, 0}, 0.6));
  EXPECT_FALSE(is_clear_way(geometry, {21.5, 2, 0}, {22.5, 2, 0}, 0.1));
  EXPECT_TRUE(is_clear_way(geometry, {21.5, 2, 0}, {22.5, 2, 0}, 0.0));
}

}  // namespace
}  // namespace drover::segment_distance_test
