// Shapes compared with Boost.Geometry in random cases.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#define BOOST_ALLOW_DEPRECATED_HEADERS  // of its own includes
#include <boost/geometry.hpp>
#include <boost/geometry/geometries/linestring.hpp>
#include <boost/geometry/geometries/point_xy.hpp>
#include <boost/geometry/geometries/polygon.hpp>
#include <gtest/gtest.h>

#include "core/det_math.h"
#include "core/random.h"
#include "sim/geometry/shape.h"

namespace drover::shape_reference_test {
namespace {

namespace bg = boost::geometry;
using Point = bg::model::d2::point_xy<double>;
using Line = bg::model::linestring<Point>;
using Polygon = bg::model::polygon<Point>;

Point point(Vec3 p) {
  return {p.x, p.y};
}

Polygon polygon(const Shape& shape) {
  Polygon result;
  for (const Vec3& corner : shape.corners())
    bg::append(result, point(corner));
  bg::correct(result);
  return result;
}

Line border(const Shape& shape) {
  Line line;
  for (const Vec3& corner : shape.corners())
    bg::append(line, point(corner));
  bg::append(line, point(shape.corners().front()));
  return line;
}

Vec3 point_in(Draws& draws, double size) {
  const double x = size * draws.signed_uniform();
  const double y = size * draws.signed_uniform();
  return {x, y, 0.0};
}

// A star-shaped polygon about the origin, convex or not, in either order.
Shape random_polygon(Draws& draws, bool hollow) {
  const int n = 3 + static_cast<int>(draws.below(30));
  std::vector<Vec3> corners;
  for (int k = 0; k < n; ++k) {
    const double angle = det::kTwoPi * (k + 0.8 * draws.uniform()) / n;
    const double radius = 0.5 + 3.0 * draws.uniform();
    corners.push_back({radius * det::cos(angle), radius * det::sin(angle), 0.0});
  }
  if (draws.below(2) == 0) std::reverse(corners.begin(), corners.end());
  return Shape::polygon(std::move(corners), hollow);
}

class ShapeReference : public testing::TestWithParam<bool> {
 protected:
  // Distance without a sign from what counts, as Boost has it.
  static double distance(const Shape& shape, const auto& geometry) {
    return shape.is_hollow() ? bg::distance(geometry, border(shape)) : bg::distance(geometry, polygon(shape));
  }
};

TEST_P(ShapeReference, DistanceInsideAndArea) {
  Draws draws({.seed = 1});
  for (int k = 0; k < 300; ++k) {
    const Shape shape = random_polygon(draws, GetParam());
    const Polygon reference = polygon(shape);
    if (!GetParam()) {
      ASSERT_NEAR(shape.area(), bg::area(reference), 1e-12);
    }
    for (int j = 0; j < 30; ++j) {
      const Vec3 p = point_in(draws, 5.0);
      const ShapeBorder nearest = shape.nearest_border(p);
      const bool inside = bg::within(point(p), reference);
      ASSERT_EQ(shape.encloses(p), inside);
      const double expected = bg::distance(point(p), border(shape));
      ASSERT_NEAR(nearest.distance, inside && !GetParam() ? -expected : expected, 1e-12);
      ASSERT_NEAR(bg::distance(point(nearest.point), border(shape)), 0.0, 1e-12);
      // The gradient of the distance: a step along the normal goes that much farther away.
      const double farther = shape.distance(p + nearest.normal * 1e-6) - nearest.distance;
      ASSERT_NEAR(farther, 1e-6, 1e-9);
    }
  }
}

TEST_P(ShapeReference, FirstHitOfASweptDisc) {
  Draws draws({.seed = 2});
  int hits = 0;
  for (int k = 0; k < 3000; ++k) {
    const Shape shape = random_polygon(draws, GetParam());
    const double radius = k % 3 == 0 ? 0.0 : 0.8 * draws.uniform();
    const Vec3 from = point_in(draws, 5.0);
    const Vec3 to = point_in(draws, 5.0);
    if (shape.distance(from) < radius + 1e-3) continue;
    const auto hit = shape.first_hit(from, to, radius);
    const Vec3 end = hit ? hit->center : to;
    const Line before{point(from), point(from + (end - from) * (1.0 - 1e-6))};
    ASSERT_GT(distance(shape, before), radius - 1e-9) << k;
    if (!hit) continue;
    ++hits;
    ASSERT_NEAR(distance(shape, point(end)), radius, 1e-9);
    const Vec3 q = end - hit->normal * radius;
    ASSERT_NEAR(bg::distance(point(q), border(shape)), 0.0, 1e-9);
    ASSERT_LT(dot(to - from, hit->normal), 0.0);
  }
  EXPECT_GT(hits, 500);
}

INSTANTIATE_TEST_SUITE_P(Shapes, ShapeReference, testing::Bool(),
                         [](const auto& param) { return std::string(param.param ? "hollow" : "solid"); });

TEST(ShapeSightReference, InsidesBlock) {
  Draws draws({.seed = 3});
  int blocked = 0;
  for (int k = 0; k < 2000; ++k) {
    const Shape shape = random_polygon(draws, false);
    const Vec3 from = point_in(draws, 5.0);
    const Vec3 to = point_in(draws, 5.0);
    const bool expected = bg::intersects(Line{point(from), point(to)}, polygon(shape));
    ASSERT_EQ(shape.blocks(from, to), expected) << k;
    blocked += expected;
  }
  EXPECT_GT(blocked, 500);
}

TEST(ShapeReferenceCapsule, DistanceAndHits) {
  Draws draws({.seed = 4});
  int hits = 0;
  for (int k = 0; k < 3000; ++k) {
    const Vec3 a = point_in(draws, 3.0);
    const Vec3 b = k % 5 == 0 ? a : point_in(draws, 3.0);
    const double rounding = 0.1 + draws.uniform();
    const bool hollow = k % 2 == 0;
    const Shape shape = Shape::capsule(a, b, rounding, hollow);
    const Line axis{point(a), point(b)};
    const auto expected = [&](const auto& geometry) { return bg::distance(geometry, axis) - rounding; };
    const Vec3 from = point_in(draws, 5.0);
    const Vec3 to = point_in(draws, 5.0);
    const double start = expected(point(from));
    ASSERT_NEAR(shape.distance(from), hollow ? std::fabs(start) : start, 1e-12);
    const double radius = 0.5 * draws.uniform();
    if (shape.distance(from) < radius + 1e-3) continue;
    const auto hit = shape.first_hit(from, to, radius);
    const Vec3 end = hit ? hit->center : to;
    if (start > 0.0) {
      const Line before{point(from), point(from + (end - from) * (1.0 - 1e-6))};
      ASSERT_GT(expected(before), radius - 1e-9);
    } else {  // within a hollow one, convex: where the end has room all of the way has
      ASSERT_LT(expected(point(end)), -radius + 1e-9);
    }
    if (!hit) continue;
    ++hits;
    ASSERT_NEAR(std::fabs(expected(point(end))), radius, 1e-9);
    ASSERT_NEAR(length(hit->normal), 1.0, 1e-12);
    ASSERT_LT(dot(to - from, hit->normal), 0.0);
  }
  EXPECT_GT(hits, 500);
}

// What is moved, turned or mirrored has moved, turned or mirrored answers.
TEST(ShapeLaws, MovesWithTheScene) {
  Draws draws({.seed = 5});
  for (int k = 0; k < 500; ++k) {
    const Shape shape = random_polygon(draws, k % 2 == 0);
    const Vec3 by = point_in(draws, 50.0);
    const bool is_mirrored = draws.below(2) == 0;
    const auto turn = det::sin_cos(det::kTwoPi * draws.uniform());
    const auto turned = [&](Vec3 v) {
      const double y = is_mirrored ? -v.y : v.y;
      return Vec3{v.x * turn.cos - y * turn.sin, v.x * turn.sin + y * turn.cos, 0.0};
    };
    std::vector<Vec3> corners;
    for (const Vec3& corner : shape.corners())
      corners.push_back(turned(corner) + by);
    const Shape other = Shape::polygon(std::move(corners), shape.is_hollow());
    const Vec3 p = point_in(draws, 5.0);
    const Vec3 q = point_in(draws, 5.0);
    ASSERT_NEAR(other.distance(turned(p) + by), shape.distance(p), 1e-11);
    const auto hit = shape.first_hit(p, q, 0.3);
    const auto other_hit = other.first_hit(turned(p) + by, turned(q) + by, 0.3);
    ASSERT_EQ(hit.has_value(), other_hit.has_value()) << k;
    if (!hit) continue;
    ASSERT_NEAR(other_hit->t, hit->t, 1e-7);
    ASSERT_LT(length(other_hit->normal - turned(hit->normal)), 1e-5);
  }
}

}  // namespace
}  // namespace drover::shape_reference_test
