#include "core/fixed_sum.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "core/random.h"

namespace drover::fixed_sum_test {
namespace {

std::vector<double> random_terms(std::size_t count, double bound) {
  Draws draws(
      {.seed = 11, .agent = 3, .tick = 0, .purpose = Purpose::parameter, .stream = stream_of("terms")});
  std::vector<double> terms;
  for (std::size_t i = 0; i < count; ++i)
    terms.push_back(bound * draws.signed_uniform());
  return terms;
}

std::int64_t fixed_sum(const FixedScale& scale, const std::vector<double>& terms) {
  std::int64_t sum = 0;
  for (const double term : terms)
    sum += scale.to_fixed(term);
  return sum;
}

const double kBounds[] = {1e-200, 1e-9, 0.3, 1.0, 1.9999, 2.0, 2000.0, 1e12, 1e200};

TEST(FixedSum, DoesNotDependOnTheOrderOfTerms) {
  for (const double bound : kBounds) {
    const FixedScale scale = FixedScale::for_bound(bound);
    std::vector<double> terms = random_terms(1000, bound);
    const std::int64_t sum = fixed_sum(scale, terms);
    std::sort(terms.begin(), terms.end());
    EXPECT_EQ(fixed_sum(scale, terms), sum) << bound;
    std::reverse(terms.begin(), terms.end());
    EXPECT_EQ(fixed_sum(scale, terms), sum) << bound;
  }
}

TEST(FixedSum, OfMirroredTermsIsExactlyNegated) {
  const FixedScale scale = FixedScale::for_bound(30.0);
  std::vector<double> terms = random_terms(1000, 30.0);
  const std::int64_t sum = fixed_sum(scale, terms);
  ASSERT_NE(sum, 0);
  for (double& term : terms)
    term = -term;
  EXPECT_EQ(fixed_sum(scale, terms), -sum);
  EXPECT_EQ(scale.to_double(-sum), -scale.to_double(sum));
}

TEST(FixedSum, TiesRoundSymmetrically) {
  const FixedScale scale = FixedScale::for_bound(1.0);
  for (int steps = 0; steps < 6; ++steps) {
    const double tie = (steps + 0.5) * scale.step();
    EXPECT_EQ(scale.to_fixed(tie), steps % 2 == 0 ? steps : steps + 1);
    EXPECT_EQ(scale.to_fixed(-tie), -scale.to_fixed(tie));
  }
}

TEST(FixedSum, TermsKeepFortyTwoBitsOfTheirBound) {
  for (const double bound : kBounds) {
    const FixedScale scale = FixedScale::for_bound(bound);
    for (const double term : random_terms(10'000, bound)) {
      const double error = scale.to_double(scale.to_fixed(term)) - term;
      ASSERT_LE(std::fabs(error), bound * 0x1p-42) << bound;
    }
  }
}

TEST(FixedSum, AMillionTermsAtTheBoundDoNotOverflow) {
  for (const double bound : kBounds) {
    const FixedScale scale = FixedScale::for_bound(bound);
    ASSERT_LE(scale.to_fixed(bound), std::int64_t{1} << 42) << bound;
    ASSERT_GE(scale.to_fixed(bound), std::int64_t{1} << 41) << bound;
    const std::int64_t million = scale.to_fixed(bound) * (std::int64_t{1} << 20);
    EXPECT_NEAR(scale.to_double(million) / (bound * 0x1p20), 1.0, 1e-12) << bound;
  }
}

TEST(FixedSum, ScalesExactlyWithPowersOfTwo) {
  const FixedScale scale = FixedScale::for_bound(3.7);
  const FixedScale scale4 = FixedScale::for_bound(4.0 * 3.7);
  const std::vector<double> terms = random_terms(1000, 3.7);
  std::vector<double> terms4;
  for (const double term : terms)
    terms4.push_back(4.0 * term);
  const double sum = scale.to_double(fixed_sum(scale, terms));
  ASSERT_NE(sum, 0.0);
  EXPECT_EQ(scale4.to_double(fixed_sum(scale4, terms4)), 4.0 * sum);
}

TEST(FixedSum, ConvertsTermsUpTo512Bounds) {
  const FixedScale scale = FixedScale::for_bound(1.5);
  for (const double term : {768.0, -768.0, 700.25, -1.5}) {
    EXPECT_EQ(scale.to_double(scale.to_fixed(term)), term);
  }
}

TEST(FixedSum, ZerosOfBothSignsAreZero) {
  const FixedScale scale = FixedScale::for_bound(1.0);
  EXPECT_EQ(scale.to_fixed(0.0), 0);
  EXPECT_EQ(scale.to_fixed(-0.0), 0);
}

TEST(FixedSumDeathTest, RefusesABoundThatIsNotPositive) {
  EXPECT_EXIT(FixedScale::for_bound(0.0), testing::ExitedWithCode(70), "bound of a sum");
  EXPECT_EXIT(FixedScale::for_bound(-1.0), testing::ExitedWithCode(70), "bound of a sum");
}

}  // namespace
}  // namespace drover::fixed_sum_test
