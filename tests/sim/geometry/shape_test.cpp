#include "sim/geometry/shape.h"

#include <cmath>

#include <gtest/gtest.h>

#include "core/det_math.h"

namespace drover::shape_test {
namespace {

constexpr double kNear = 1e-12;

void expect_border(const Shape& shape, Vec3 p, double distance, Vec3 point) {
  const ShapeBorder border = shape.nearest_border(p);
  EXPECT_NEAR(border.distance, distance, kNear);
  EXPECT_NEAR(shape.distance(p), distance, kNear);
  EXPECT_NEAR(border.point.x, point.x, kNear);
  EXPECT_NEAR(border.point.y, point.y, kNear);
}

void expect_normal(const Shape& shape, Vec3 p, Vec3 normal) {
  const ShapeBorder border = shape.nearest_border(p);
  EXPECT_NEAR(border.normal.x, normal.x, kNear);
  EXPECT_NEAR(border.normal.y, normal.y, kNear);
}

void expect_hit(const std::optional<ShapeHit>& hit, double t, Vec3 normal) {
  ASSERT_TRUE(hit);
  EXPECT_NEAR(hit->t, t, kNear);
  EXPECT_NEAR(hit->normal.x, normal.x, 1e-9);
  EXPECT_NEAR(hit->normal.y, normal.y, 1e-9);
}

const double kDiagonal = std::sqrt(0.5);

Shape box(Vec3 center, Vec3 size, double angle_deg = 0.0, bool hollow = false) {
  return Shape::box(center, size, angle_deg * det::kPi / 180.0, hollow);
}
Shape room() {
  return Shape::polygon({{0, 0, 0}, {9, 0, 0}, {9, 6, 0}, {0, 6, 0}}, true);
}
Shape l_shape(bool hollow = false) {
  return Shape::polygon({{0, 0, 0}, {4, 0, 0}, {4, 1, 0}, {1, 1, 0}, {1, 4, 0}, {0, 4, 0}}, hollow);
}

TEST(ShapeBox, NearestBorder) {
  const Shape shape = box({0, 0, 0}, {4, 2, 0});
  expect_border(shape, {3, 2, 0}, std::sqrt(2.0), {2, 1, 0});
  expect_normal(shape, {3, 2, 0}, {kDiagonal, kDiagonal, 0});
  expect_border(shape, {0.5, 0, 0}, -1.0, {0.5, -1, 0});  // as near to the top: the bottom is first
  expect_normal(shape, {0.5, 0, 0}, {0, -1, 0});
  expect_border(shape, {1.5, 0.2, 0}, -0.5, {2, 0.2, 0});
  expect_border(box({0, 0, 0}, {4, 2, 0}, 90), {3, 2, 0}, 2.0, {1, 2, 0});
}

TEST(ShapeBox, Turned) {
  const ShapeBorder border = box({5, 4, 0}, {2, 1, 0}, 30).nearest_border({5, 6, 0});
  EXPECT_NEAR(border.distance, 1.232051, 1e-6);
  EXPECT_NEAR(border.point.x, 5.616025, 1e-6);
  EXPECT_NEAR(border.point.y, 4.933013, 1e-6);
}

TEST(ShapeBox, BorderNormals) {
  const Shape shape = box({0, 0, 0}, {4, 2, 0});
  expect_normal(shape, {1, 1, 0}, {0, 1, 0});
  expect_normal(shape, {2, 0.5, 0}, {1, 0, 0});
  expect_normal(shape, {2, 1, 0}, {kDiagonal, kDiagonal, 0});
  expect_normal(shape, {-2, -1, 0}, {-kDiagonal, -kDiagonal, 0});
}

TEST(ShapeCapsule, NearestBorder) {
  const Shape shape = Shape::capsule({0, 0, 0}, {4, 0, 0}, 1);
  expect_border(shape, {6, 0, 0}, 1.0, {5, 0, 0});
  expect_border(shape, {2, 3, 0}, 2.0, {2, 1, 0});
  expect_border(shape, {2, 0.25, 0}, -0.75, {2, 1, 0});
  expect_border(shape, {2, 0, 0}, -1.0, {2, 1, 0});  // on the axis: to the left of it
  expect_normal(shape, {2, 0, 0}, {0, 1, 0});
  expect_normal(Shape::capsule({4, 0, 0}, {0, 0, 0}, 1), {2, 0, 0}, {0, -1, 0});
}

TEST(ShapeCircle, NearestBorder) {
  const Shape shape = Shape::circle({1, 1, 0}, 2);
  expect_border(shape, {4, 5, 0}, 3.0, {2.2, 2.6, 0});
  expect_border(shape, {1, 1, 0}, -2.0, {3, 1, 0});  // from the center: +x
  expect_normal(shape, {1, 1, 0}, {1, 0, 0});
  EXPECT_TRUE(shape.is_circle());
}

TEST(ShapeHollow, DistanceIsNeverNegative) {
  expect_border(room(), {3, 2, 0}, 2.0, {3, 0, 0});
  expect_normal(room(), {3, 2, 0}, {0, 1, 0});  // to the side asked from
  expect_normal(room(), {3, -2, 0}, {0, -1, 0});
  expect_normal(room(), {3, 0, 0}, {0, -1, 0});  // on it: the edge's
  const Shape ring = Shape::circle({0, 0, 0}, 3, true);
  expect_border(ring, {1, 0, 0}, 2.0, {3, 0, 0});
  expect_normal(ring, {1, 0, 0}, {-1, 0, 0});
  expect_border(ring, {0, 5, 0}, 2.0, {0, 3, 0});
  EXPECT_EQ(ring.area(), 0.0);
}

TEST(ShapePolygon, NearestBorderOfAnL) {
  const Shape shape = l_shape();
  expect_border(shape, {2, 2, 0}, 1.0, {2, 1, 0});  // as near to edge 3: edge 2 is first
  EXPECT_EQ(shape.nearest_border({2, 2, 0}).edge, 2u);
  expect_border(shape, {0.9, 0.9, 0}, -0.1 * std::sqrt(2.0), {1, 1, 0});
  EXPECT_TRUE(shape.encloses({0.5, 3.5, 0}));
  EXPECT_FALSE(shape.encloses({3, 3, 0}));
  EXPECT_NEAR(shape.area(), 7.0, kNear);
}

TEST(ShapePolygon, EitherOrientationIsTheSameShape) {
  const Shape one = l_shape();
  const Shape other = Shape::polygon({{0, 4, 0}, {1, 4, 0}, {1, 1, 0}, {4, 1, 0}, {4, 0, 0}, {0, 0, 0}});
  for (const Vec3 p : {Vec3{0.5, 0.4, 0}, Vec3{2, 3, 0}, Vec3{-1, -1, 0}, Vec3{3, 1, 0}}) {
    const ShapeBorder border = one.nearest_border(p);
    expect_border(other, p, border.distance, border.point);
    expect_normal(other, p, border.normal);
  }
  EXPECT_EQ(one.area(), other.area());
}

TEST(ShapePolygon, BorderBelongsToIt) {
  const Shape shape = l_shape();
  for (const Vec3 p : {Vec3{0, 0, 0}, Vec3{4, 0.5, 0}, Vec3{1, 1, 0}, Vec3{0, 4, 0}, Vec3{1, 3.5, 0}}) {
    EXPECT_TRUE(shape.encloses(p)) << p.x << " " << p.y;
    EXPECT_EQ(shape.distance(p), 0.0);
  }
}

TEST(ShapeSweep, DiscMeetsABox) {
  const Vec3 from{0, 0, 0};
  const Vec3 to{10, 0, 0};
  expect_hit(box({5, 0, 0}, {2, 2, 0}).first_hit(from, to, 0.5), 0.35, {-1, 0, 0});
  const auto corner = box({5, 1.3, 0}, {2, 2, 0}).first_hit(from, to, 0.5);
  expect_hit(corner, 0.36, {-0.8, -0.6, 0});
  EXPECT_FALSE(box({5, 1.5, 0}, {2, 2, 0}).first_hit(from, to, 0.5));  // grazes
}

TEST(ShapeSweep, DiscMeetsACapsule) {
  const Shape shape = Shape::capsule({5, 1, 0}, {5, 3, 0}, 0.5);
  expect_hit(shape.first_hit({0, 0.4, 0}, {10, 0.4, 0}, 0.5), 0.42, {-0.8, -0.6, 0});
}

TEST(ShapeSweep, MovingAwayIsNoHit) {
  const Shape shape = box({0, 0, 0}, {4, 2, 0});
  EXPECT_FALSE(shape.first_hit({1.5, 0.2, 0}, {9, 0.2, 0}, 0.5));  // from the inside to the nearest side
  expect_hit(shape.first_hit({1.5, 0.2, 0}, {-9, 0.2, 0}, 0.5), 0.0, {1, 0, 0});  // deeper
  EXPECT_FALSE(shape.first_hit({2.3, 0, 0}, {9, 0, 0}, 0.5));
  EXPECT_FALSE(shape.first_hit({2.5, 0.9, 0}, {2.5, -9, 0}, 0.5));  // along a side it touches
  expect_hit(shape.first_hit({2.5, 0, 0}, {2.4, 0.1, 0}, 0.5), 0.0, {1, 0, 0});
  const Shape circle = Shape::circle({0, 0, 0}, 1);
  EXPECT_FALSE(circle.first_hit({0, 0, 0}, {-3, 0, 0}, 0.2));
  EXPECT_FALSE(circle.first_hit({0.5, 0, 0}, {3, 0, 0}, 0.2));
  expect_hit(circle.first_hit({0.5, 0, 0}, {-3, 0, 0}, 0.2), 0.0, {1, 0, 0});
}

TEST(ShapeSweep, OfTwoArmsTheOtherIsMet) {
  const Shape notch = Shape::polygon(
      {{0, 0, 0}, {3, 0, 0}, {3, 3, 0}, {2.2, 3, 0}, {2.2, 1, 0}, {0.8, 1, 0}, {0.8, 3, 0}, {0, 3, 0}});
  // Along the left arm, which it overlaps, and across to the right one.
  const auto hit = notch.first_hit({1.2, 2, 0}, {3.2, 2, 0}, 0.5);
  ASSERT_TRUE(hit);
  EXPECT_NEAR(hit->center.x, 1.8,
              2.0 * kLengthEpsilon);  // as near to the right arm as it was to the left one
  EXPECT_NEAR(hit->normal.x, -1.0, 1e-9);
}

TEST(ShapeRay, MeetsTheInsideAlone) {
  const Shape square = box({0, 0, 0}, {2, 2, 0});
  expect_hit(square.first_hit({-3, 0, 0}, {3, 0, 0}, 0), 1.0 / 3.0, {-1, 0, 0});
  EXPECT_FALSE(square.first_hit({-3, 1, 0}, {3, 1, 0}, 0));  // along a side
  EXPECT_FALSE(square.first_hit({0, 2, 0}, {2, 0, 0}, 0));   // past a corner
  expect_hit(square.first_hit({2, 2, 0}, {-2, -2, 0}, 0), 0.25,
             {kDiagonal, kDiagonal, 0});  // through corners
  EXPECT_FALSE(square.first_hit({1, 0, 0}, {3, 0, 0}, 0));
  expect_hit(square.first_hit({1, 0, 0}, {-3, 0, 0}, 0), 0.0, {1, 0, 0});
  // Along the sides of the inner corner of an L, into the other arm.
  expect_hit(l_shape().first_hit({3, 1, 0}, {-1, 1, 0}, 0), 0.5, {kDiagonal, kDiagonal, 0});
}

TEST(ShapeRay, MeetsHollowShapesFromBothSides) {
  expect_hit(room().first_hit({3, 2, 0}, {3, -2, 0}, 0), 0.5, {0, 1, 0});
  expect_hit(room().first_hit({3, -2, 0}, {3, 2, 0}, 0), 0.5, {0, -1, 0});
  expect_hit(room().first_hit({3, 2, 0}, {3, -2, 0}, 0.5), 0.375, {0, 1, 0});
  EXPECT_FALSE(room().first_hit({3, 0, 0}, {3, 3, 0}, 0));  // from the line
  const Shape ring = Shape::circle({0, 0, 0}, 3, true);
  expect_hit(ring.first_hit({0, 0, 0}, {4, 0, 0}, 0.5), 0.625, {-1, 0, 0});
  expect_hit(ring.first_hit({5, 0, 0}, {1, 0, 0}, 0.5), 0.375, {1, 0, 0});
  EXPECT_FALSE(ring.first_hit({0, 0, 0}, {2.4, 0, 0}, 0.5));
  const Shape pill = Shape::capsule({-2, 0, 0}, {2, 0, 0}, 1, true);
  expect_hit(pill.first_hit({0, 0, 0}, {0, 2, 0}, 0.25), 0.375, {0, -1, 0});
  expect_hit(pill.first_hit({0, 0, 0}, {4, 0, 0}, 0.25), 0.6875, {-1, 0, 0});
}

TEST(ShapeSight, IsBlockedByTheInside) {
  const Shape shape = l_shape();
  EXPECT_TRUE(shape.blocks({-1, 0.5, 0}, {5, 0.5, 0}));
  EXPECT_FALSE(shape.blocks({2, 2, 0}, {3, 1, 0}));  // ends on the border
  EXPECT_FALSE(shape.blocks({1, 3, 0}, {1, 1, 0}));  // along it
  EXPECT_TRUE(shape.blocks({0.5, 0.5, 0}, {0.6, 0.5, 0}));
  EXPECT_TRUE(Shape::capsule({0, 0, 0}, {4, 0, 0}, 1).blocks({2, -3, 0}, {2, 3, 0}));
  EXPECT_FALSE(Shape::capsule({0, 0, 0}, {4, 0, 0}, 1).blocks({-1, 1, 0}, {5, 1, 0}));
  EXPECT_TRUE(room().blocks({3, 2, 0}, {12, 2, 0}));
  EXPECT_FALSE(room().blocks({3, 2, 0}, {8, 5, 0}));
}

TEST(ShapeBounds, HoldIt) {
  const Shape pill = Shape::capsule({1, 2, 0}, {3, 6, 0}, 0.5);
  EXPECT_EQ(pill.low(), (Vec3{0.5, 1.5, 0}));
  EXPECT_EQ(pill.high(), (Vec3{3.5, 6.5, 0}));
  EXPECT_NEAR(pill.area(), 2.0 * 0.5 * std::sqrt(20.0) + det::kPi * 0.25, kNear);
  EXPECT_EQ(l_shape().high(), (Vec3{4, 4, 0}));
}

}  // namespace
}  // namespace drover::shape_test
