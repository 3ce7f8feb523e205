#include "core/vec2.h"

#include <gtest/gtest.h>

namespace drover::vec2_test {
namespace {

TEST(Vec2, AddsAndScalesByComponent) {
  constexpr Vec2 a{1.0, -2.0};
  constexpr Vec2 b{4.0, 5.0};
  EXPECT_EQ(a + b, (Vec2{5.0, 3.0}));
  EXPECT_EQ(a - b, (Vec2{-3.0, -7.0}));
  EXPECT_EQ(-a, (Vec2{-1.0, 2.0}));
  EXPECT_EQ(a * 2.0, (Vec2{2.0, -4.0}));
}

TEST(Vec2, LengthOfAPythagoreanTriangleIsExact) {
  EXPECT_EQ(length(Vec2{-3.0, 4.0}), 5.0);
  EXPECT_EQ(length2(Vec2{-3.0, 4.0}), 25.0);
}

TEST(Vec2, AQuarterTurnGoesFromXToYAndKeepsTheLength) {
  EXPECT_EQ(quarter_turn({1.0, 0.0}), (Vec2{0.0, 1.0}));
  EXPECT_EQ(quarter_turn({0.0, 2.0}), (Vec2{-2.0, 0.0}));
  EXPECT_EQ(dot(quarter_turn({3.0, -2.0}), Vec2{3.0, -2.0}), 0.0);
}

}  // namespace
}  // namespace drover::vec2_test
