#include "core/frame.h"

#include <cmath>

#include <gtest/gtest.h>

namespace drover::frame_test {
namespace {

const Vec3 kSlanting = direction({3.0, -2.0, 0.0});

TEST(Frame, UprightIsRightHandedWithLeftCounterClockwise) {
  EXPECT_EQ(upright({1.0, 0.0, 0.0}).left, (Vec3{0.0, 1.0, 0.0}));
  const Frame frame = upright(kSlanting);
  EXPECT_EQ(cross(frame.forward, frame.left), (Vec3{0.0, 0.0, length2(kSlanting)}));
  EXPECT_EQ(cross(frame.up, frame.forward), frame.left);
  EXPECT_EQ(dot(frame.forward, frame.left), 0.0);
}

TEST(Frame, UnitVectorsOfQuarterTurnsLieOnTheAxes) {
  const Vec3 axes[] = {{1, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {0, -1, 0}};
  for (int quarters = -400; quarters <= 400; ++quarters) {
    const double angle = quarters * (0.5 * det::kPi);
    EXPECT_EQ(unit_vector(angle), axes[(quarters + 400) % 4]) << quarters;
    const Vec3 beside = unit_vector(angle + 1e-6);
    EXPECT_EQ(beside, (Vec3{det::cos(angle + 1e-6), det::sin(angle + 1e-6), 0})) << quarters;
  }
  EXPECT_EQ(upright(kSlanting).turned(0.5 * det::kPi), direction(upright(kSlanting).left));
}

TEST(Frame, PartsOfAVectorGiveTheVectorBack) {
  const Frame frame = upright(kSlanting);
  const Vec3 v{-1.0, 5.0, 2.0};
  const Vec3 again = frame.vector({dot(v, frame.forward), frame.left_part(v), dot(v, frame.up)});
  EXPECT_NEAR(length(again - v), 0.0, 1e-15);
  EXPECT_EQ(frame.vector({2.0, -3.0, 0.0}), frame.vector(2.0, -3.0));
}

// The frame of what flies on its side, with its left up.
TEST(Frame, TheLeftPartCountsHeightsWhereLeftIsNotLevel) {
  const Frame frame{{1.0, 0.0, 0.0}, {0.0, 0.0, 1.0}, {0.0, -1.0, 0.0}};
  EXPECT_EQ(frame.left_part({7.0, 5.0, 3.0}), 3.0);
  EXPECT_EQ(frame.vector({1.0, 2.0, 3.0}), (Vec3{1.0, -3.0, 2.0}));
}

TEST(Frame, BearingsAreSignedAndAnExactReversalIsToTheLeft) {
  const Frame frame = upright({1.0, 0.0, 0.0});
  EXPECT_EQ(frame.bearing({2.0, 0.0, 0.0}), 0.0);
  EXPECT_EQ(frame.bearing({0.0, 3.0, 0.0}), 0.5 * det::kPi);
  EXPECT_EQ(frame.bearing({0.0, -3.0, 0.0}), -0.5 * det::kPi);
  EXPECT_EQ(frame.bearing({-1.0, 0.0, 0.0}), det::kPi);
  EXPECT_EQ(frame.bearing({}), 0.0);
}

TEST(Frame, ATurnByABearingFacesTheVector) {
  const Frame frame = upright(kSlanting);
  for (const double angle : {0.3, -2.5, 3.0}) {
    const Vec3 turned = frame.turned(angle);
    EXPECT_NEAR(length(turned), 1.0, 2e-16);
    EXPECT_NEAR(frame.bearing(turned), angle, 1e-15);
  }
  EXPECT_EQ(frame.turned(0.0), kSlanting);
}

}  // namespace
}  // namespace drover::frame_test
