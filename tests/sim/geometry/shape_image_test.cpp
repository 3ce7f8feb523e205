// Shapes asked from the images of a point, and near their borders alone, against the plainest ways.
#include "sim/geometry/shape_image.h"

#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/det_math.h"
#include "core/random.h"
#include "sim/every_segment.h"

namespace drover::shape_image_test {
namespace {

// Of all nine images the one nearest to the shape, the first of several; of several inside the deepest,
// unless p itself is.
Vec3 nearest_of_all(const Shape& shape, const Bounds& bounds, Vec3 p) {
  if (!bounds.wraps() || shape.nearest_point(p) == p) return p;
  Vec3 best = p;
  double least = kInfinity;
  for (const double across : {0.0, -1.0, 1.0}) {
    for (const double up : {0.0, -1.0, 1.0}) {
      const Vec3 image = p + Vec3{across * bounds.size().x, up * bounds.size().y, 0.0};
      const double depth = -shape.distance(image);
      const double d2 = length2(shape.nearest_point(image) - image);
      const double key = d2 == 0.0 ? -larger(0.0, depth) : d2;
      if (key >= least) continue;
      least = key;
      best = image;
    }
  }
  return best;
}

bool encloses_any(const Shape& shape, const Bounds& bounds, Vec3 p) {
  if (!bounds.wraps()) return shape.encloses(p);
  bool encloses = false;
  for (const double across : {0.0, -1.0, 1.0})
    for (const double up : {0.0, -1.0, 1.0})
      encloses |= shape.encloses(p + Vec3{across * bounds.size().x, up * bounds.size().y, 0.0});
  return encloses;
}

// Halves of meters among them, where distances are often equal.
double coordinate(Draws& draws, double from, double to) {
  const double v = from + (to - from) * draws.uniform();
  return draws.below(2) == 0 ? std::floor(2.0 * v) / 2.0 : v;
}

Vec3 point(Draws& draws, double from, double to) {
  const double x = coordinate(draws, from, to);
  const double y = coordinate(draws, from, to);
  return {x, y, 0.0};
}

// Few corners or many, also anywhere, so that the border crosses itself, and along a ring.
std::vector<Vec3> corners(Draws& draws, Vec3 center, double size) {
  const int count = draws.below(2) == 0 ? 3 + static_cast<int>(draws.below(9)) : 60;
  const bool is_ring = draws.below(3) > 0;
  std::vector<Vec3> result;
  for (int k = 0; k < count; ++k) {
    const auto at = det::sin_cos(det::kTwoPi * k / count);
    const Vec3 along = Vec3{at.cos, at.sin, 0.0} * (size * (0.7 + 0.3 * draws.uniform()));
    result.push_back(is_ring ? center + along : center + point(draws, -size, size));
  }
  return result;
}

Shape random_shape(Draws& draws) {
  const Vec3 center = point(draws, -2.0, 22.0);
  const double size = coordinate(draws, 1.0, draws.below(4) == 0 ? 12.0 : 4.0);
  switch (draws.below(4)) {
    case 0:
      return Shape::circle(center, size);
    case 1:
      return Shape::rectangle(center, center + Vec3{size, coordinate(draws, 0.5, 6.0), 0.0});
    default:
      return Shape::polygon(corners(draws, center, size));
  }
}

const Bounds kTorus(BoundsDef{.min = {0, 0}, .max = {20, 16}, .edge = Edge::wrap});

TEST(ShapeImage, IsTheNearestOfAllNine) {
  Draws draws({.seed = 61});
  int moved = 0;
  for (int k = 0; k < 2000; ++k) {
    const Shape shape = random_shape(draws);
    for (int j = 0; j < 60; ++j) {
      // Positions, and what lies ahead of them beyond the edges.
      const Vec3 p = j % 4 == 0 ? point(draws, -60.0, 80.0) : point(draws, 0.0, 16.0);
      const Vec3 image = image_near(shape, kTorus, p);
      ASSERT_EQ(image, nearest_of_all(shape, kTorus, p)) << k << " " << p.x << " " << p.y;
      ASSERT_EQ(image_near(shape, Bounds(), p), p);
      moved += image == p ? 0 : 1;
    }
  }
  EXPECT_GT(moved, 10000);
}

// Deep inside through one edge, shallow through another.
TEST(ShapeImage, OfAShapeThatReachesRoundTheWorldIsTheDeepest) {
  const Bounds bounds(BoundsDef{.min = {0, 0}, .max = {40, 10}, .edge = Edge::wrap});
  const Shape disc = Shape::circle({39, 9, 0}, 7.0);
  EXPECT_EQ(image_near(disc, bounds, {1, 2.7, 0}), (Vec3{41, 12.7, 0}));
  EXPECT_EQ(image_near(disc, bounds, {38, 3, 0}), (Vec3{38, 3, 0})) << "it is inside itself";
}

TEST(ShapeImage, IsEnclosedWhereOneOfAllNineIs) {
  Draws draws({.seed = 62});
  int beyond = 0;
  for (int k = 0; k < 2000; ++k) {
    const Shape shape = random_shape(draws);
    for (int j = 0; j < 60; ++j) {
      const Vec3 p = point(draws, 0.0, 20.0);
      const bool encloses = encloses_image(shape, kTorus, p);
      ASSERT_EQ(encloses, encloses_any(shape, kTorus, p)) << k << " " << p.x << " " << p.y;
      ASSERT_EQ(encloses_image(shape, Bounds(), p), shape.encloses(p));
      beyond += encloses && !shape.encloses(p) ? 1 : 0;
    }
  }
  EXPECT_GT(beyond, 1000);
}

TEST(ShapeImage, ABorderIsFoundWithinAReach) {
  Draws draws({.seed = 63});
  int within = 0;
  for (int k = 0; k < 2000; ++k) {
    const Shape shape = random_shape(draws);
    for (int j = 0; j < 60; ++j) {
      const Vec3 p = point(draws, -10.0, 30.0);
      const Vec3 nearest = shape.border_point(p);
      const double reach = j % 3 == 0 ? length(nearest - p) : coordinate(draws, 0.0, 8.0);
      const std::optional<Vec3> found = shape.border_within(p, reach);
      ASSERT_EQ(found.has_value(), length2(nearest - p) <= reach * reach);
      if (found) {
        ASSERT_EQ(*found, nearest);
      }
      ASSERT_EQ(shape.border_within(p, kInfinity), nearest);
      within += found ? 1 : 0;
    }
  }
  EXPECT_GT(within, 10000);
}

TEST(ShapeImage, TheBorderOfAPolygonIsThatOfEverySegment) {
  Draws draws({.seed = 64});
  for (int k = 0; k < 2000; ++k) {
    const double far = k % 4 == 0 ? 5e5 : 0.0;
    const std::vector<Vec3> points =
        corners(draws, point(draws, far, far + 20.0), coordinate(draws, 1.0, 8.0));
    const Shape shape = Shape::polygon(points);
    const test::EverySegment every(points, true);
    for (int j = 0; j < 40; ++j) {
      const Vec3 p = j % 4 == 0 ? points[draws.below(static_cast<std::uint32_t>(points.size()))]
                                : point(draws, far - 10.0, far + 30.0);
      ASSERT_EQ(shape.border_point(p), every.nearest_point(p)) << k << " " << p.x << " " << p.y;
      ASSERT_EQ(shape.encloses(p), every.contains(p)) << k << " " << p.x << " " << p.y;
    }
  }
}

}  // namespace
}  // namespace drover::shape_image_test
