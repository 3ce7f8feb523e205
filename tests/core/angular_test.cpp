#include "core/angular.h"

#include <limits>

#include <gtest/gtest.h>

namespace drover::angular_test {
namespace {

TEST(Angular, ATurnAboutUpIsItsPartAboutUp) {
  EXPECT_EQ(up_part(about_up(-2.5)), -2.5);
  EXPECT_TRUE(is_about_up(about_up(1.0)));
  EXPECT_TRUE(is_about_up({}));
  EXPECT_TRUE(is_about_up(about_up(std::numeric_limits<double>::quiet_NaN())));
  EXPECT_FALSE(is_about_up({1e-300, 0.0, 1.0}));
  EXPECT_FALSE(is_about_up({0.0, -1.0, 0.0}));
}

TEST(Angular, TheSizeOfATurnAboutUpIsExact) {
  EXPECT_EQ(turn_size(about_up(-1e-300)), 1e-300);  // its square is zero
  EXPECT_EQ(turn_size({2.0, -3.0, 6.0}), 7.0);
}

TEST(Angular, ATurnIsLimitedToEitherSide) {
  EXPECT_EQ(clip_turn(about_up(3.0), 2.0), about_up(2.0));
  EXPECT_EQ(clip_turn(about_up(-3.0), 2.0), about_up(-2.0));
  EXPECT_EQ(clip_turn(about_up(0.1), 2.0), about_up(0.1));
  EXPECT_NEAR(length(clip_turn({2.0, -3.0, 6.0}, 3.5)), 3.5, 1e-15);
}

}  // namespace
}  // namespace drover::angular_test
