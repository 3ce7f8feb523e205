#include "ballistics/real_roots.h"

#include <vector>

#include "ballistics/vectors.h"

namespace drover::real_roots_test {
namespace {

std::vector<double> roots_of(const Polynomial& polynomial) {
  const PositiveRoots roots = positive_roots(polynomial);
  return {roots.begin(), roots.end()};
}

void expect_roots(const Polynomial& polynomial, const std::vector<double>& expected, double tolerance) {
  const std::vector<double> roots = roots_of(polynomial);
  ASSERT_EQ(roots.size(), expected.size());
  for (std::size_t i = 0; i < roots.size(); ++i)
    EXPECT_NEAR(roots[i], expected[i], tolerance * expected[i]);
}

// scale (t - a) (t - b) (t - c) (t - d)
Polynomial with_roots(double a, double b, double c, double d, double scale) {
  return {scale * (a * b * c * d), -scale * (a * b * c + a * b * d + a * c * d + b * c * d),
          scale * (a * b + a * c + a * d + b * c + b * d + c * d), -scale * (a + b + c + d), scale};
}

TEST(PositiveRoots, OfAllDegrees) {
  EXPECT_TRUE(roots_of({}).empty());
  EXPECT_TRUE(roots_of({3, 0, 0, 0, 0}).empty());
  expect_roots({-6, 2, 0, 0, 0}, {3}, 0);
  expect_roots({6, -5, 1, 0, 0}, {2, 3}, 1e-15);
  expect_roots({-6, 11, -6, 1, 0}, {1, 2, 3}, 1e-15);
  expect_roots(with_roots(1, 2, 3, 4, -0.5), {1, 2, 3, 4}, 1e-13);
}

TEST(PositiveRoots, LeaveOutZeroAndNegativeOnes) {
  EXPECT_TRUE(roots_of({6, 2, 0, 0, 0}).empty());
  expect_roots({0, -3, 1, 0, 0}, {3}, 1e-15);
  expect_roots(with_roots(-1, 2, -3, 4, 1), {2, 4}, 1e-14);
  EXPECT_TRUE(roots_of({1, 0, 1, 0, 1}).empty());
}

TEST(PositiveRoots, DoubleOnesCountOnce) {
  expect_roots({4, -4, 1, 0, 0}, {2}, 1e-7);
  expect_roots(with_roots(1, 2, 2, 5, 1), {1, 2, 5}, 1e-7);
  expect_roots(with_roots(0.1, 0.1, 0.3, 0.3, 1), {0.1, 0.3}, 1e-7);
}

TEST(PositiveRoots, OfAnySize) {
  expect_roots({-1e-200, 1, 0, 0, 0}, {1e-200}, 1e-15);
  expect_roots({-1e20, 1, 0, 0, 0}, {1e20}, 1e-15);
  expect_roots({0, -1e20, 1, 0, 0}, {1e20}, 1e-15);
  expect_roots({1e-20, -1, 1, 0, 0}, {1e-20, 1}, 1e-15);
  expect_roots({4 * 100.0, 0, -4e10, 0, 96.2361}, {1e-4, std::sqrt(4e10 / 96.2361)}, 1e-12);
}

TEST(PositiveRoots, FindWhatTheyWereMadeOf) {
  Draws draws = test::draws_of("positive_roots");
  for (int i = 0; i < 2000; ++i) {
    const double a = test::uniform(draws, 0.1, 1.0);
    const double b = a + test::uniform(draws, 0.1, 1.0);
    const double c = b + test::uniform(draws, 0.1, 1.0);
    expect_roots(with_roots(a, b, c, test::uniform(draws, -3.0, -0.1), test::uniform(draws, -2.0, 2.0)),
                 {a, b, c}, 1e-10);
  }
}

}  // namespace
}  // namespace drover::real_roots_test
