#include "behaviors/running_way.h"

#include <gtest/gtest.h>

namespace drover::test::running_way_test {
namespace {

TEST(RunningWay, SpeedsUpToTheTop) {
  EXPECT_NEAR(running_way(0.0, 6.0, 4.0, 1.0), 2.666667, 1e-6);
  EXPECT_NEAR(running_way(0.0, 6.0, 4.0, 1.5), 4.666667, 1e-6);
  EXPECT_NEAR(running_way(0.0, 6.0, 4.0, 2.0), 6.666667, 1e-6);
  EXPECT_NEAR(running_way(0.0, 6.0, 4.0, 1.208333333), 3.5, 1e-8);
}

TEST(RunningWay, FirstHasToTurnBack) {
  EXPECT_NEAR(running_way(-4.0, 6.0, 4.0, 2.208333333), 3.5, 1e-8);
  EXPECT_NEAR(running_way(-4.0, 6.0, 4.0, 2.0 / 3.0), -4.0 / 3.0, 1e-12);
}

TEST(RunningWay, IsNoneWithoutTimeAndThatOfTheTopAtOnce) {
  EXPECT_EQ(running_way(1.0, 6.0, 4.0, 0.0), 0.0);
  EXPECT_EQ(running_way(1.0, 6.0, 4.0, -1.0), 0.0);
  EXPECT_EQ(running_way(9.0, 6.0, 4.0, 1.0), 4.0);
  EXPECT_EQ(running_way(4.0, 0.0, 4.0, 2.0), 8.0);
}

}  // namespace
}  // namespace drover::test::running_way_test
