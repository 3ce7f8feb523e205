#include "batch/statistics.h"

#include <cmath>

#include <gtest/gtest.h>

namespace drover::test::statistics_test {
namespace {

// Tables of Student's t distribution.
TEST(Statistics, StudentsT) {
  EXPECT_NEAR(student_t(0.95, 1), 12.7062, 5e-5);
  EXPECT_NEAR(student_t(0.95, 9), 2.26216, 5e-6);
  EXPECT_NEAR(student_t(0.99, 4), 4.60409, 5e-6);
  EXPECT_NEAR(student_t(0.90, 1000), 1.64638, 5e-6);
}

TEST(Statistics, OfASmallSample) {
  const Sample sample({2, 4, 4, 4, 5, 5, 7, 9});
  EXPECT_EQ(sample.mean(), 5.0);
  EXPECT_NEAR(sample.deviation(), std::sqrt(32.0 / 7.0), 1e-15);
  EXPECT_EQ(sample.least(), 2.0);
  EXPECT_EQ(sample.greatest(), 9.0);
  // t(0.975, 7) = 2.364624
  EXPECT_NEAR(sample.interval(0.95).half_width(), 2.364624 * std::sqrt(32.0 / 7.0 / 8.0), 1e-6);
}

// The default of numpy.quantile: 1.5 and 3.7 of these.
TEST(Statistics, QuantilesAreInterpolated) {
  const Sample sample({4, 1, 3, 2});
  EXPECT_EQ(sample.quantile(0.0), 1.0);
  EXPECT_EQ(sample.quantile(0.5), 2.5);
  EXPECT_NEAR(sample.quantile(0.9), 3.7, 1e-15);
  EXPECT_EQ(sample.quantile(1.0), 4.0);
}

TEST(Statistics, OneValueHasNoInterval) {
  const Sample sample({3});
  EXPECT_TRUE(std::isnan(sample.deviation()));
  EXPECT_TRUE(std::isinf(sample.interval(0.95).high));
  EXPECT_EQ(sample.needed(0.95, 1.0), 0u);
}

// The least number of replications whose interval is narrow enough, and not one less.
TEST(Statistics, NeededReplications) {
  const Sample sample({2, 4, 4, 4, 5, 5, 7, 9});
  for (const double width : {3.0, 1.0, 0.5, 0.1, 0.01}) {
    const std::size_t n = sample.needed(0.95, width);
    const auto half_width = [&](std::size_t count) {
      return student_t(0.95, count - 1) * sample.deviation() / std::sqrt(static_cast<double>(count));
    };
    EXPECT_LE(half_width(n), width);
    EXPECT_TRUE(n == 2 || half_width(n - 1) > width) << width;
  }
  EXPECT_EQ(Sample({5, 5, 5}).needed(0.95, 0.0), 2u);
}

}  // namespace
}  // namespace drover::test::statistics_test
