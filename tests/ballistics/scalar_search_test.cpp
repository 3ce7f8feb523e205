#include "ballistics/scalar_search.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace drover::scalar_search_test {
namespace {

TEST(Bisect, FindsTheFirstDoubleBeyondTheBorder) {
  for (const double border : {1e-300, 1e-9, 0.3, 1.0, 77.7}) {
    EXPECT_EQ(bisect(0.0, 100.0, [&](double x) { return x < border; }), border);
    EXPECT_EQ(bisect(0.0, 100.0, [&](double x) { return x <= border; }),
              std::nextafter(border, std::numeric_limits<double>::infinity()));
  }
  EXPECT_EQ(bisect(-5.0, 5.0, [](double x) { return x < -2.5; }), -2.5);
}

TEST(Bisect, DoesNotDependOnWhereItBegan) {
  const auto is_before = [](double x) { return x * x < 2.0; };
  const double root = bisect(0.0, 2.0, is_before);
  EXPECT_EQ(bisect(1.0, 1.7, is_before), root);
  EXPECT_EQ(bisect(0.0, 1e6, is_before), root);
}

TEST(Bisect, EndsAtTheUpperEndWhereNothingChanges) {
  EXPECT_EQ(bisect(0.0, 1.0, [](double) { return true; }), 1.0);
  EXPECT_EQ(bisect(1.0, 1.0, [](double) { return true; }), 1.0);
}

TEST(GoldenMinimum, FindsValleysSmoothOrSharp) {
  EXPECT_NEAR(golden_minimum(0.0, 10.0, 80, [](double x) { return (x - 3.3) * (x - 3.3); }), 3.3, 1e-7);
  EXPECT_NEAR(golden_minimum(0.0, 10.0, 80, [](double x) { return std::fabs(x - 3.3); }), 3.3, 1e-13);
  EXPECT_NEAR(golden_minimum(0.0, 10.0, 80, [](double x) { return x; }), 0.0, 1e-12);
  EXPECT_NEAR(golden_minimum(0.0, 10.0, 80, [](double x) { return -x; }), 10.0, 1e-12);
}

TEST(GoldenMinimum, NarrowsByTheGoldenSectionInEachStep) {
  for (int steps = 0; steps < 30; ++steps) {
    const double found = golden_minimum(0.0, 1.0, steps, [](double x) { return std::fabs(x - 0.777); });
    EXPECT_LE(std::fabs(found - 0.777), std::pow(0.6180339887498949, steps + 1));
  }
}

}  // namespace
}  // namespace drover::scalar_search_test
