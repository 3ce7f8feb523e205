#include "sim/geometry/grown_border.h"

#include <cmath>

#include <gtest/gtest.h>

#include "core/det_math.h"

namespace drover::test::grown_border_test {
namespace {

constexpr double kGrown = 0.6;  // m

// Every place of a border is as far from the shape as it was grown by.
void expect_distance(const GrownBorder& border, const Shape& shape) {
  for (int k = 0; k < 97; ++k) {
    const Vec3 place = border.at(border.length() * k / 97.0);
    EXPECT_NEAR(std::fabs(shape.distance(place)), kGrown, 1e-12) << k;
  }
}

TEST(GrownBorder, OfABoxBeginsBesideItsFirstSide) {
  const Shape box = Shape::box({5, 0, 0}, {2, 2, 0}, 0.0);
  const std::vector<GrownBorder> borders = grown_borders(box, kGrown);
  ASSERT_EQ(borders.size(), 1u);
  EXPECT_NEAR(borders[0].length(), 8.0 + 1.2 * det::kPi, 1e-12);
  EXPECT_NEAR(length(borders[0].at(0.0) - Vec3{4.0, -1.6, 0.0}), 0.0, 1e-12);
  EXPECT_NEAR(length(borders[0].at(2.0 + 0.3 * det::kPi) - Vec3{6.6, -1.0, 0.0}), 0.0, 1e-12);
  // It is closed.
  EXPECT_NEAR(length(borders[0].at(-0.5) - borders[0].at(borders[0].length() - 0.5)), 0.0, 1e-12);
  expect_distance(borders[0], box);
}

TEST(GrownBorder, OfAClockwisePolygonGoesCounterclockwiseFromItsFirstCorner) {
  const Shape triangle = Shape::polygon({{0, 0, 0}, {0, 4, 0}, {3, 0, 0}});
  const GrownBorder border = grown_borders(triangle, kGrown)[0];
  EXPECT_NEAR(border.length(), 12.0 + 1.2 * det::kPi, 1e-12);
  EXPECT_NEAR(length(border.at(0.0) - Vec3{0.0, -0.6, 0.0}), 0.0, 1e-12);
  EXPECT_NEAR(length(border.at(3.0) - Vec3{3.0, -0.6, 0.0}), 0.0, 1e-12);
  expect_distance(border, triangle);
}

TEST(GrownBorder, OfCirclesAndCapsulesIsRound) {
  const Shape circle = Shape::circle({1, 2, 0}, 2.0);
  const GrownBorder around = grown_borders(circle, kGrown)[0];
  EXPECT_NEAR(around.length(), 5.2 * det::kPi, 1e-12);
  EXPECT_NEAR(length(around.at(1.3 * det::kPi) - Vec3{1.0, 4.6, 0.0}), 0.0, 1e-12);
  expect_distance(around, circle);
  const Shape capsule = Shape::capsule({0, 0, 0}, {3, 4, 0}, 1.0);
  const GrownBorder along = grown_borders(capsule, kGrown)[0];
  EXPECT_NEAR(along.length(), 10.0 + 3.2 * det::kPi, 1e-12);
  expect_distance(along, capsule);
}

TEST(GrownBorder, OfAHollowShapeIsWithinToo) {
  const Shape ring = Shape::circle({0, 0, 0}, 3.0, true);
  const std::vector<GrownBorder> rounds = grown_borders(ring, kGrown);
  ASSERT_EQ(rounds.size(), 2u);
  EXPECT_NEAR(rounds[1].length(), 4.8 * det::kPi, 1e-12);
  EXPECT_NEAR(length(rounds[1].at(1.2 * det::kPi) - Vec3{0.0, -2.4, 0.0}), 0.0, 1e-12);
  EXPECT_EQ(grown_borders(Shape::circle({0, 0, 0}, 0.5, true), kGrown).size(), 1u);
  const std::vector<GrownBorder> room = grown_borders(Shape::box({0, 0, 0}, {4, 4, 0}, 0.0, true), kGrown);
  ASSERT_EQ(room.size(), 2u);
  EXPECT_NEAR(room[1].length(), 16.0, 1e-12);
  EXPECT_NEAR(length(room[1].at(2.0) - Vec3{-1.4, 0.0, 0.0}), 0.0, 1e-12);
}

TEST(GrownBorder, OfAWallGoesAlongItsRightAndBackAlongItsLeft) {
  const std::vector<Segment> wall = {{{0, 0, 0}, {4, 0, 0}, {0, 1, 0}, 0},
                                     {{4, 0, 0}, {4, 3, 0}, {-1, 0, 0}, 0}};
  const GrownBorder border = grown_border(wall, kGrown);
  // Half a circle at both ends, a quarter outside of the corner, nothing within.
  EXPECT_NEAR(border.length(), 14.0 + 1.5 * det::kPi, 1e-12);
  EXPECT_NEAR(length(border.at(1.0) - Vec3{1.0, -0.6, 0.0}), 0.0, 1e-12);
  EXPECT_NEAR(length(border.at(4.0 + 0.3 * det::kPi + 3.0 + 0.3 * det::kPi) - Vec3{4.0, 3.6, 0.0}), 0.0,
              1e-12);
  EXPECT_NEAR(length(border.at(4.0 + 0.9 * det::kPi + 3.0 + 3.0 + 2.0) - Vec3{2.0, 0.6, 0.0}), 0.0, 1e-12);
}

}  // namespace
}  // namespace drover::test::grown_border_test
