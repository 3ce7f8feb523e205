#include "core/vec3.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace drover::vec3_test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNotANumber = std::numeric_limits<double>::quiet_NaN();

TEST(Vec3, AddsScalesAndDividesByComponent) {
  constexpr Vec3 a{1.0, -2.0, 3.0};
  constexpr Vec3 b{4.0, 5.0, -6.0};
  EXPECT_EQ(a + b, (Vec3{5.0, 3.0, -3.0}));
  EXPECT_EQ(a - b, (Vec3{-3.0, -7.0, 9.0}));
  EXPECT_EQ(-a, (Vec3{-1.0, 2.0, -3.0}));
  EXPECT_EQ(2.0 * a, (Vec3{2.0, -4.0, 6.0}));
  EXPECT_EQ(a * 2.0, 2.0 * a);
  EXPECT_EQ(b / 2.0, (Vec3{2.0, 2.5, -3.0}));
}

TEST(Vec3, CompoundAssignmentsEqualTheirOperators) {
  Vec3 v{1.0, 2.0, 3.0};
  v += {1.0, 1.0, 1.0};
  EXPECT_EQ(v, (Vec3{2.0, 3.0, 4.0}));
  v -= {2.0, 0.0, 1.0};
  EXPECT_EQ(v, (Vec3{0.0, 3.0, 3.0}));
  v *= -2.0;
  EXPECT_EQ(v, (Vec3{0.0, -6.0, -6.0}));
}

TEST(Vec3, CrossProductIsRightHandedAndNormalToBoth) {
  EXPECT_EQ(cross({1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}), (Vec3{0.0, 0.0, 1.0}));
  const Vec3 a{1.0, 2.0, 3.0};
  const Vec3 b{-4.0, 0.5, 2.0};
  EXPECT_EQ(dot(cross(a, b), a), 0.0);
  EXPECT_EQ(dot(cross(a, b), b), 0.0);
}

TEST(Vec3, AQuotientIsADivisionByWhatIsNotZero) {
  for (const Vec3 a : {Vec3{1.0, -7.0, 0.0}, Vec3{0.1, 0.2, -0.3}}) {
    for (const double s : {3.0, -0.7, 1e-300})
      EXPECT_EQ(quotient(a, s), a / s);
  }
}

TEST(Vec3, LiesInThePlaneWithoutAPartAlongZ) {
  EXPECT_TRUE(lies_in_plane({1.0, -2.0, 0.0}));
  EXPECT_TRUE(lies_in_plane({1.0, -2.0, kNotANumber}));
  EXPECT_FALSE(lies_in_plane({0.0, 0.0, 1e-300}));
  EXPECT_FALSE(lies_in_plane({0.0, 0.0, -1.0}));
}

TEST(Vec3, LengthOfAPythagoreanBoxIsExact) {
  EXPECT_EQ(length({2.0, -3.0, 6.0}), 7.0);
  EXPECT_EQ(length2({2.0, -3.0, 6.0}), 49.0);
}

TEST(Vec3, DirectionIsAUnitVectorOrZero) {
  EXPECT_NEAR(length(direction({0.3, -0.4, 12.0})), 1.0, 2e-16);
  EXPECT_EQ(direction({0.0, -5.0, 0.0}), (Vec3{0.0, -1.0, 0.0}));
  EXPECT_EQ(direction({}), Vec3{});
  EXPECT_EQ(direction({0.5e-9, 0.0, 0.0}), Vec3{});
  EXPECT_EQ(direction({2e-9, 0.0, 0.0}), (Vec3{1.0, 0.0, 0.0}));
}

TEST(Vec3, ClipShortensOnlyWhatIsTooLong) {
  const Vec3 v{3.0, 4.0, 0.0};
  EXPECT_EQ(clip(v, 5.0), v);
  EXPECT_EQ(clip(v, 10.0), v);
  EXPECT_NEAR(length(clip(v, 2.0)), 2.0, 1e-15);
  EXPECT_NEAR(cross(clip(v, 2.0), v).z, 0.0, 1e-15);
  EXPECT_EQ(clip({}, 0.0), Vec3{});
  EXPECT_EQ(clip(v, 0.0), Vec3{});
}

TEST(Vec3, FiniteMeansEveryComponent) {
  EXPECT_TRUE(is_finite(Vec3{1e308, -1e308, 0.0}));
  EXPECT_FALSE(is_finite(Vec3{kInfinity, 0.0, 0.0}));
  EXPECT_FALSE(is_finite(Vec3{0.0, -kInfinity, 0.0}));
  EXPECT_FALSE(is_finite(Vec3{0.0, 0.0, kNotANumber}));
}

TEST(Vec3, SmallerAndLargerKeepTheFirstOfEqualZeros) {
  EXPECT_EQ(smaller(1.0, 2.0), 1.0);
  EXPECT_EQ(larger(1.0, 2.0), 2.0);
  EXPECT_TRUE(std::signbit(smaller(-0.0, 0.0)));
  EXPECT_FALSE(std::signbit(smaller(0.0, -0.0)));
  EXPECT_TRUE(std::signbit(larger(-0.0, 0.0)));
  EXPECT_FALSE(std::signbit(larger(0.0, -0.0)));
}

TEST(Vec3, ClampReturnsTheNearestPointOfTheInterval) {
  EXPECT_EQ(clamp(-2.0, -1.0, 3.0), -1.0);
  EXPECT_EQ(clamp(2.0, -1.0, 3.0), 2.0);
  EXPECT_EQ(clamp(4.0, -1.0, 3.0), 3.0);
}

}  // namespace
}  // namespace drover::vec3_test
