#include "sim/geometry/shape_gap.h"

#include <cmath>

#include <gtest/gtest.h>

#include "core/det_math.h"
#include "core/random.h"

namespace drover::shape_gap_test {
namespace {

TEST(GapBetween, OfShapesApart) {
  const Shape box = Shape::box({0, 0, 0}, {4, 2, 0}, 0.0);
  EXPECT_DOUBLE_EQ(gap_between(box, Shape::circle({5, 0, 0}, 1)), 2.0);
  EXPECT_DOUBLE_EQ(gap_between(box, Shape::capsule({3, 3, 0}, {9, 3, 0}, 0.5)), std::sqrt(5.0) - 0.5);
  EXPECT_DOUBLE_EQ(gap_between(box, Shape::box({0, 0, 0}, {2, 2, 0}, 0.0), {5, 1, 0}), 2.0);
  EXPECT_EQ(gap_between(box, Shape::box({4, 0, 0}, {4, 2, 0}, 0.0)), 0.0);
}

TEST(GapBetween, IsNegativeOfOverlaps) {
  const Shape box = Shape::box({0, 0, 0}, {4, 4, 0}, 0.0);
  EXPECT_LT(gap_between(box, Shape::circle({0, 0, 0}, 0.5)), 0.0);  // within
  EXPECT_LT(gap_between(Shape::circle({0, 0, 0}, 0.5), box), 0.0);
  EXPECT_LT(gap_between(box, Shape::circle({2.2, 0, 0}, 0.5)), 0.0);
  EXPECT_LT(gap_between(Shape::circle({0, 0, 0}, 9), box), 0.0);
}

TEST(GapBetween, HollowShapesHaveRoomInside) {
  const Shape room = Shape::box({0, 0, 0}, {10, 10, 0}, 0.0, true);
  const Shape ring = Shape::circle({0, 0, 0}, 5, true);
  EXPECT_DOUBLE_EQ(gap_between(room, Shape::circle({0, 0, 0}, 1)), 4.0);
  EXPECT_DOUBLE_EQ(gap_between(ring, Shape::circle({1, 0, 0}, 1)), 3.0);
  EXPECT_DOUBLE_EQ(gap_between(ring, Shape::box({0, 0, 0}, {6, 8, 0}, 0.0)), 0.0);
  EXPECT_LT(gap_between(ring, Shape::circle({5, 0, 0}, 1)), 0.0);
  EXPECT_DOUBLE_EQ(gap_between(Shape::circle({1, 0, 0}, 1), ring), 3.0);
}

// The gap is the least distance of a point of one border to the other shape.
TEST(GapBetween, AgreesWithPointsOfTheBorder) {
  Draws draws({.seed = 1});
  const auto place = [&] { return Vec3{8.0 * draws.uniform(), 8.0 * draws.uniform(), 0.0}; };
  const auto shape = [&](int k) {
    if (k == 0) return Shape::circle(place(), 0.5 + draws.uniform());
    if (k == 1) return Shape::capsule(place(), place(), 0.2 + draws.uniform());
    return Shape::box(place(), {1, 2, 0}, draws.uniform());
  };
  int apart = 0;
  for (int k = 0; k < 900; ++k) {
    const Shape one = shape(k % 3);
    const Shape other = shape(k / 3 % 3);
    const double gap = gap_between(one, other);
    ASSERT_NEAR(gap, gap_between(other, one), 1e-12);
    double least = kInfinity;
    const std::vector<Vec3> border = outline(other, 256);
    for (std::size_t c = 0; c < border.size(); ++c)
      for (int part = 0; part < 64; ++part)
        least = smaller(
            least, one.distance(border[c] + (border[(c + 1) % border.size()] - border[c]) * (part / 64.0)));
    if (gap > 0.0) {
      ++apart;
      ASSERT_NEAR(gap, least, 0.02);  // as near as the points are
      ASSERT_LE(gap, least + 1e-12);
    } else if (!other.encloses(one.corners()[0])) {
      ASSERT_LE(least, 1e-12);
    }
  }
  EXPECT_GT(apart, 300);
}

TEST(Outline, GoesRoundClockwise) {
  for (const Shape& shape :
       {Shape::circle({1, 2, 0}, 2), Shape::capsule({0, 0, 0}, {3, 1, 0}, 0.5),
        Shape::box({0, 0, 0}, {3, 2, 0}, 0.4), Shape::polygon({{0, 0, 0}, {0, 3, 0}, {3, 0, 0}})}) {
    const std::vector<Vec3> corners = outline(shape, 512);
    double twice_area = 0.0;
    for (std::size_t k = 0; k < corners.size(); ++k) {
      EXPECT_NEAR(shape.distance(corners[k]), 0.0, 1e-12);
      twice_area += cross(corners[k], corners[(k + 1) % corners.size()]).z;
    }
    EXPECT_NEAR(-0.5 * twice_area, shape.area(), 1e-3);
  }
}

}  // namespace
}  // namespace drover::shape_gap_test
