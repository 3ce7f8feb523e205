#include "sim/perception/field_of_view.h"

#include <gtest/gtest.h>

namespace drover::field_of_view_test {
namespace {

constexpr Vec3 kAhead{1.0, 0.0, 0.0};

TEST(IsInView, TheEdgeBelongsToTheView) {
  EXPECT_TRUE(is_in_view(kAhead, {0, 5, 0}, det::kPi));
  EXPECT_TRUE(is_in_view(kAhead, {0, -5, 0}, det::kPi));
  EXPECT_FALSE(is_in_view(kAhead, {-1e-6, 5, 0}, det::kPi));
  EXPECT_TRUE(is_in_view(kAhead, {2, 2, 0}, 0.5 * det::kPi));
  EXPECT_FALSE(is_in_view(kAhead, {2, 2.001, 0}, 0.5 * det::kPi));
}

TEST(IsInView, AWholeTurnSeesEverything) {
  for (const Vec3 there : {Vec3{-1, 0, 0}, Vec3{-1, 1e-9, 0}, Vec3{-3, -4, 0}, Vec3{0, 1, 0}})
    EXPECT_TRUE(is_in_view(kAhead, there, det::kTwoPi));
}

TEST(IsInView, WhatHasNoBearingIsInView) {
  EXPECT_TRUE(is_in_view(kAhead, {}, 0.1));
  EXPECT_TRUE(is_in_view({}, {-1, 0, 0}, 0.1));
}

}  // namespace
}  // namespace drover::field_of_view_test
