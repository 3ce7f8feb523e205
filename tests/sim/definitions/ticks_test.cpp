#include "sim/definitions/ticks.h"

#include <gtest/gtest.h>

namespace drover::ticks_test {
namespace {

TEST(Ticks, MultiplesOfTheStepAreExact) {
  for (const double dt : {0.1, 0.02, 0.01, 1.0 / 60.0}) {
    for (std::uint64_t k = 0; k < 5000; ++k) {
      const double time = static_cast<double>(k) * dt;
      ASSERT_EQ(first_tick_from(time, dt), k) << dt;
      ASSERT_EQ(last_tick_until(time, dt), k) << dt;
    }
  }
  EXPECT_EQ(first_tick_from(0.3, 0.1), 3u);
  EXPECT_EQ(first_tick_from(0.29, 0.01), 29u);
}

TEST(Ticks, BetweenTwoStepsTheLaterComesAndTheEarlierWas) {
  EXPECT_EQ(first_tick_from(0.31, 0.1), 4u);
  EXPECT_EQ(last_tick_until(0.39, 0.1), 3u);
}

TEST(Ticks, WholePeriodsDoNotLoseOneToRounding) {
  const double dt = 0.1;
  for (int k = 0; k < 10000; ++k)
    ASSERT_EQ(whole_periods(k * dt, 0.7, dt), static_cast<double>(k / 7)) << k;
}

}  // namespace
}  // namespace drover::ticks_test
