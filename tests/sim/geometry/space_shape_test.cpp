#include "sim/geometry/space_shape.h"

#include <cmath>

#include <gtest/gtest.h>

#include "sim/space_scene.h"

namespace drover::space_shape_test {
namespace {

using test::random_direction;
using test::random_frame;
using test::random_point;
using test::random_shape;
using test::SampledShape;

constexpr int kKinds = 4;

void expect_near(Vec3 a, Vec3 b, double tolerance = 1e-12) {
  EXPECT_LT(length(a - b), tolerance)
      << a.x << " " << a.y << " " << a.z << " against " << b.x << " " << b.y << " " << b.z;
}

const SpaceShape kCube = SpaceShape::box({0, 0, 0}, {2, 4, 6}, upright({1, 0, 0}));

TEST(SpaceShape, OfABoxTheNearestPlaceIsOnAFaceAnEdgeOrACorner) {
  expect_near(kCube.nearest_border({5, 1, 2}).point, {1, 1, 2});
  EXPECT_EQ(kCube.nearest_border({5, 1, 2}).distance, 4.0);
  expect_near(kCube.nearest_border({4, 6, 2}).point, {1, 2, 2});
  EXPECT_EQ(kCube.nearest_border({4, 6, 2}).distance, 5.0);
  expect_near(kCube.nearest_border({2, 4, 5}).point, {1, 2, 3});
  EXPECT_EQ(kCube.distance({2, 4, 5}), 3.0);
  // Inside the face with the least depth.
  expect_near(kCube.nearest_border({0.5, 0, 0}).point, {1, 0, 0});
  expect_near(kCube.nearest_border({0, 0, -2.5}).normal, {0, 0, -1});
  EXPECT_EQ(kCube.distance({0, 0, -2.5}), -0.5);
  expect_near(kCube.nearest_border({0, 0, 0}).normal, {-1, 0, 0});
  // On the border.
  expect_near(kCube.nearest_border({0, 0, 3}).normal, {0, 0, 1});
  expect_near(kCube.nearest_border({1, 2, 0}).normal, direction({1, 1, 0}));
}

TEST(SpaceShape, OfATriangleTheNearestPlaceIsOnItsFaceAnEdgeOrACorner) {
  const SpaceShape triangle = SpaceShape::triangle({0, 0, 0}, {4, 0, 0}, {0, 4, 0});
  expect_near(triangle.nearest_border({1, 1, 3}).point, {1, 1, 0});
  expect_near(triangle.nearest_border({1, 1, -3}).normal, {0, 0, -1});
  expect_near(triangle.nearest_border({2, -3, 4}).point, {2, 0, 0});
  EXPECT_EQ(triangle.distance({2, -3, 4}), 5.0);
  expect_near(triangle.nearest_border({4, 4, 0}).point, {2, 2, 0});
  expect_near(triangle.nearest_border({-1, -2, 2}).point, {0, 0, 0});
  EXPECT_EQ(triangle.distance({-1, -2, 2}), 3.0);
  expect_near(triangle.nearest_border({1, 1, 0}).normal, {0, 0, 1});
  EXPECT_FALSE(triangle.encloses({1, 1, 0}));
}

TEST(SpaceShape, OfABallAndACapsuleItIsBesideTheMiddle) {
  const SpaceShape ball = SpaceShape::ball({1, 2, 3}, 2);
  expect_near(ball.nearest_border({1, 2, 8}).point, {1, 2, 5});
  EXPECT_EQ(ball.distance({1, 2, 2}), -1.0);
  expect_near(ball.nearest_border({1, 2, 3}).normal, {1, 0, 0});
  const SpaceShape capsule = SpaceShape::capsule({0, 0, 0}, {0, 0, 4}, 1);
  expect_near(capsule.nearest_border({3, 0, 2}).point, {1, 0, 2});
  expect_near(capsule.nearest_border({0, 3, 8}).point, {0, 0.6, 4.8});
  EXPECT_EQ(capsule.distance({0, 3, 8}), 4.0);
  expect_near(capsule.nearest_border({0, 0, 2}).normal, {0, 1, 0});
  EXPECT_EQ(capsule.half_extent(), 3.0);
  EXPECT_EQ(SpaceShape::capsule({1, 1, 1}, {1, 1, 1}, 1), SpaceShape::ball({1, 1, 1}, 1));
}

// Against many points of the border.
TEST(SpaceShape, NoPlaceOfTheBorderIsNearer) {
  Draws draws({5});
  for (int k = 0; k < 200; ++k) {
    const SampledShape sampled = random_shape(k % kKinds, false, draws);
    for (int n = 0; n < 20; ++n) {
      const Vec3 p = random_point(draws, 5.0);
      const ShapeBorder border = sampled.shape.nearest_border(p);
      EXPECT_NEAR(length(border.point - p), std::fabs(border.distance), 1e-12);
      EXPECT_NEAR(sampled.shape.distance(border.point), 0.0, 1e-12);
      EXPECT_NEAR(length(border.normal), 1.0, 1e-12);
      EXPECT_NEAR(sampled.shape.distance(p), border.distance, 1e-12);
      expect_near(border.point + border.normal * border.distance, p, 1e-9);
      double least = kInfinity;
      for (const Vec3 q : sampled.border)
        least = smaller(least, length(q - p));
      EXPECT_GE(least, std::fabs(border.distance) - 1e-12);
      EXPECT_LE(least, std::fabs(border.distance) + 0.5);
      EXPECT_TRUE(border.distance >= 0.0 || sampled.shape.encloses(p));
    }
    for (const Vec3 q : sampled.border) {
      EXPECT_NEAR(sampled.shape.distance(q), 0.0, 1e-12);
      EXPECT_GE(q.x, sampled.shape.low().x - 1e-12);
      EXPECT_LE(q.z, sampled.shape.high().z + 1e-12);
    }
  }
}

TEST(SpaceShape, AHollowOneIsItsBorder) {
  const SpaceShape ball = SpaceShape::ball({0, 0, 0}, 5, true);
  EXPECT_EQ(ball.distance({0, 0, 3}), 2.0);
  expect_near(ball.nearest_border({0, 0, 3}).normal, {0, 0, -1});
  EXPECT_TRUE(ball.encloses({0, 0, 3}));
  const auto hit = ball.first_hit({0, 0, 0}, {10, 0, 0}, 1.0);
  ASSERT_TRUE(hit);
  EXPECT_DOUBLE_EQ(hit->t, 0.4);
  expect_near(hit->normal, {-1, 0, 0});
  EXPECT_FALSE(ball.first_hit({0, 0, 0}, {3.9, 0, 0}, 1.0));
  // Overlapping it from the inside a body may go back to the middle, and meets the other side as deep.
  const auto other_side = ball.first_hit({4.5, 0, 0}, {-20, 0, 0}, 1.0);
  ASSERT_TRUE(other_side);
  expect_near(other_side->center, {-4.5, 0, 0}, 1e-9);
}

// Where a step of this length brings the center of a ball as near as its radius.
void expect_first_time(const SpaceShape& shape, Vec3 from, Vec3 to, double radius) {
  constexpr int kSteps = 500;
  const double t = shape.entry(from, to, radius);
  const double end = t <= 1.0 ? t : 1.0;
  for (int k = 0; k <= kSteps; ++k) {
    const double at = end * k / kSteps;
    ASSERT_GE(shape.distance(from + (to - from) * at), radius - 1e-9) << "at " << at << " before " << t;
  }
  if (t <= 1.0) {
    EXPECT_NEAR(shape.distance(from + (to - from) * t), radius, 1e-7);
  }
}

TEST(SpaceShape, IsMetWhereABallFirstComesAsNearAsItsRadius) {
  Draws draws({6});
  int met = 0, inside = 0;
  for (int k = 0; k < 12000; ++k) {
    const SpaceShape shape = random_shape(k % kKinds, k % 8 >= kKinds, draws, 1.0, 0).shape;
    const double radius = k % 3 == 0 ? 0.0 : 0.4 * draws.uniform();
    const Vec3 from = random_point(draws, 4.0);
    const Vec3 to = random_point(draws, 4.0);
    if (shape.distance(from) <= radius) continue;
    // The ray through a triangle is exactly on it at one time, which steps miss.
    expect_first_time(shape, from, to, radius);
    const auto hit = shape.first_hit(from, to, radius);
    const double t = shape.entry(from, to, radius);
    EXPECT_EQ(hit.has_value(), t <= 1.0);
    if (!hit) continue;
    ++met;
    inside += shape.encloses(from) ? 1 : 0;
    EXPECT_EQ(hit->t, t);
    EXPECT_LE(dot(hit->normal, to - from), 1e-9);
    if (radius > 0.01) {
      EXPECT_NEAR(shape.distance(hit->center - hit->normal * radius), 0.0, 1e-7);
    }
  }
  EXPECT_GT(met, 500);
  EXPECT_GT(inside, 20);
}

// By the points of a face, an edge and a corner that a ball comes to.
TEST(SpaceShape, OfABoxABallMeetsAFaceAnEdgeOrACorner) {
  const auto on_face = kCube.first_hit({5, 1, 2}, {0, 1, 2}, 1.0);
  ASSERT_TRUE(on_face);
  expect_near(on_face->center, {2, 1, 2});
  expect_near(on_face->normal, {1, 0, 0});
  const double diagonal = std::sqrt(0.5);
  const auto on_edge = kCube.first_hit({5, 6, 0}, {-3, -2, 0}, 1.0);
  ASSERT_TRUE(on_edge);
  expect_near(on_edge->center, {1 + diagonal, 2 + diagonal, 0}, 1e-9);
  const double third = std::sqrt(1.0 / 3.0);
  const auto on_corner = kCube.first_hit({5, 6, 7}, {1, 2, 3}, 1.0);
  ASSERT_TRUE(on_corner);
  expect_near(on_corner->center, {1 + third, 2 + third, 3 + third}, 1e-9);
  EXPECT_FALSE(kCube.first_hit({5, 3, 0}, {-5, 3, 0}, 1.0)) << "grazing";
  EXPECT_TRUE(kCube.first_hit({5, 2.99, 0}, {-5, 2.99, 0}, 1.0));
}

TEST(SpaceShape, OfATriangleABallMeetsItsFaceAnEdgeOrACornerFromBothSides) {
  const SpaceShape triangle = SpaceShape::triangle({0, 0, 0}, {4, 0, 0}, {0, 4, 0});
  for (const double side : {1.0, -1.0}) {
    const auto on_face = triangle.first_hit({1, 1, 5 * side}, {1, 1, 0}, 1.0);
    ASSERT_TRUE(on_face);
    expect_near(on_face->center, {1, 1, side});
    expect_near(on_face->normal, {0, 0, side});
  }
  const auto on_edge = triangle.first_hit({2, -5, 0}, {2, 1, 0}, 1.0);
  ASSERT_TRUE(on_edge);
  expect_near(on_edge->center, {2, -1, 0});
  const auto on_corner = triangle.first_hit({-5, 0, 0}, {1, 0, 0}, 1.0);
  ASSERT_TRUE(on_corner);
  expect_near(on_corner->center, {-1, 0, 0});
  EXPECT_FALSE(triangle.first_hit({-2, -5, 1}, {8, 5, 1}, 1.0)) << "grazing";
  EXPECT_FALSE(triangle.first_hit({1, 1, 1}, {1, 1, 2}, 1.0)) << "moving away from touch";
  EXPECT_EQ(triangle.first_hit({1, 1, 0.5}, {1, 1, 0.4}, 1.0)->t, 0.0) << "deeper into it";
  EXPECT_FALSE(triangle.first_hit({1, 1, 0.5}, {1, 1, 0.6}, 1.0)) << "out of it";
}

TEST(SpaceShape, ABallThatOverlapsASolidOneIsLetOut) {
  EXPECT_FALSE(kCube.first_hit({0.5, 0, 0}, {3, 0, 0}, 0.5));
  EXPECT_EQ(kCube.first_hit({0.5, 0, 0}, {0, 0, 0}, 0.5)->t, 0.0);
  EXPECT_FALSE(kCube.first_hit({0, 0, 0}, {3, 0, 0}, 0.5)) << "from the middle every way leads out";
  EXPECT_FALSE(SpaceShape::ball({0, 0, 0}, 2).first_hit({0, 0, 0}, {-3, 0, 0}, 0.5));
  EXPECT_EQ(kCube.entry({0.5, 0, 0}, {3, 0, 0}, 0.5), 0.0);
}

TEST(SpaceShape, BlocksWhatPassesThroughIt) {
  EXPECT_TRUE(kCube.blocks({-5, 0, 0}, {5, 0, 0}));
  EXPECT_FALSE(kCube.blocks({-5, 2, 0}, {5, 2, 0})) << "along a face";
  EXPECT_FALSE(kCube.blocks({-5, 0, 0}, {-1, 0, 0})) << "up to the face";
  EXPECT_TRUE(kCube.blocks({0, 0, 0}, {0, 0, 0.1})) << "inside";
  const SpaceShape shell = SpaceShape::box({0, 0, 0}, {2, 4, 6}, upright({1, 0, 0}), true);
  EXPECT_FALSE(shell.blocks({0, 0, 0}, {0, 0, 0.1}));
  EXPECT_TRUE(shell.blocks({0, 0, 0}, {0, 0, 4}));
  EXPECT_TRUE(shell.blocks({0, 0, 4}, {0, 0, 0}));
}

// A fan of triangles round a point, seen from random places: rays to its inner edges and to the point itself
// meet one of them.
TEST(SpaceShape, NoRaySlipsThroughBetweenTriangles) {
  Draws draws({7});
  for (int k = 0; k < 2000; ++k) {
    const Vec3 middle = random_point(draws, 10.0);
    std::vector<Vec3> rim;
    for (int n = 0; n < 5; ++n) {
      const auto turn = det::sin_cos(det::kTwoPi * (n + 0.4 * draws.uniform()) / 5.0);
      rim.push_back(middle + Vec3{turn.cos, turn.sin, 0.2 * draws.signed_uniform()});
    }
    const Vec3 from = middle + Vec3{0.3 * draws.signed_uniform(), 0.3 * draws.signed_uniform(), 4.0};
    for (int n = 0; n < 5; ++n) {
      const Vec3 aim =
          middle + (rim[static_cast<std::size_t>(n)] - middle) * (k % 2 == 0 ? 0.0 : draws.uniform());
      const Vec3 to = from + (aim - from) * 3.0;
      bool is_met = false;
      for (std::size_t m = 0; m < 5; ++m)
        is_met = is_met || SpaceShape::triangle(middle, rim[m], rim[(m + 1) % 5]).entry(from, to, 0.0) <= 1.0;
      EXPECT_TRUE(is_met) << k << " " << n;
    }
  }
}

TEST(SpaceShape, TurnsAndMovesWithItsAxes) {
  Draws draws({8});
  for (int k = 0; k < 200; ++k) {
    const Frame axes = random_frame(draws);
    const Vec3 center = random_point(draws, 3.0);
    const SpaceShape turned = SpaceShape::box(center, {2, 4, 6}, axes);
    const Vec3 local = random_point(draws, 5.0);
    EXPECT_NEAR(turned.distance(center + axes.vector(local)), kCube.distance(local), 1e-12);
    const Vec3 by = random_point(draws, 3.0);
    EXPECT_NEAR(turned.moved(by).distance(center + by + axes.vector(local)), kCube.distance(local), 1e-12);
  }
}

}  // namespace
}  // namespace drover::space_shape_test
