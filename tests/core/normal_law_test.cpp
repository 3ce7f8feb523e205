#include "core/normal_law.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "core/precise.h"
#include "core/random.h"

namespace drover::normal_law_test {
namespace {

double reference_probability(double z) {
  return 0.5 * std::erfc(-z / std::sqrt(2.0));
}

// The same with 140 bits: erfc(-z / sqrt(2)) / 2.
void set_to_probability(Precise& number, double z) {
  Precise root(2.0);
  mpfr_sqrt(root.get(), root.get(), MPFR_RNDN);
  mpfr_set_d(number.get(), -z, MPFR_RNDN);
  mpfr_div(number.get(), number.get(), root.get(), MPFR_RNDN);
  mpfr_erfc(number.get(), number.get(), MPFR_RNDN);
  mpfr_div_ui(number.get(), number.get(), 2, MPFR_RNDN);
}

Draws draws_of(std::uint32_t agent) {
  return Draws({.seed = 5, .agent = agent, .tick = 0, .purpose = Purpose::parameter, .stream = 1});
}

// The same with the 64 bits of long double, a hundred times as fast.
long double long_probability(double z) {
  return 0.5L * std::erfc(-static_cast<long double>(z) / std::sqrt(2.0L));
}

// Ulps of double between the two: as near as 2^-11 ulp where long double is right.
double ulps_between(double value, long double reference) {
  const double ulp = std::ldexp(1.0, std::ilogb(value) - 52);
  return static_cast<double>(std::fabs(value - reference) / ulp);
}

TEST(NormalProbability, IsWithinTenUlpsFromTailToTail) {
  int k = 0;
  for (double z = -37.5; z <= 9.0; z += 0.0017) {
    const long double reference = long_probability(z);
    ASSERT_LT(ulps_between(normal_probability(z), reference), 10.0) << z;
    if (++k % 100 != 0) continue;
    Precise precise;
    set_to_probability(precise, z);
    ASSERT_LT(precise.ulps_from(static_cast<double>(reference)), 1.0) << z;
  }
}

TEST(NormalProbability, HasItsLimits) {
  EXPECT_NEAR(normal_probability(0.0), 0.5, 1e-15);
  EXPECT_EQ(normal_probability(9.0), 1.0);
  EXPECT_EQ(normal_probability(-38.0), 0.0);
  EXPECT_EQ(normal_probability(-1e300), 0.0);
  EXPECT_EQ(normal_probability(1e300), 1.0);
}

// With p rounded from the probability of z, the distance from the quantile of p to z is the error of the
// quantile plus half an ulp of p over the density at z.
TEST(NormalQuantile, InvertsTheProbabilityToFifteenDigits) {
  for (double z = -37.5; z <= 5.0; z += 0.0017) {
    const double p = static_cast<double>(long_probability(z));
    const double density = std::exp(-0.5 * z * z) / std::sqrt(2.0 * 3.141592653589793);
    ASSERT_NEAR(normal_quantile(p), z, 1.2e-15 * std::fabs(z) + 1.2e-16 * p / density) << z;
  }
}

TEST(NormalQuantile, IsAntisymmetricBitForBit) {
  EXPECT_EQ(normal_quantile(0.5), 0.0);
  for (int k = 1; k < 4096; ++k) {
    const double p = k * 0x1p-12;
    EXPECT_EQ(normal_quantile(1.0 - p), -normal_quantile(p)) << k;
  }
}

TEST(NormalQuantileDeathTest, RefusesTheEnds) {
  EXPECT_EXIT(normal_quantile(0.0), testing::ExitedWithCode(70), "between 0 and 1");
  EXPECT_EXIT(normal_quantile(1.0), testing::ExitedWithCode(70), "between 0 and 1");
}

// The distance between the sample and the law, by Kolmogorov and Smirnov: the largest gap between the share
// of draws below each of 99 points and its probability. 2 / sqrt(n) is exceeded once in 1500 samples.
void expect_law(const TruncatedNormal& law, std::uint32_t agent) {
  constexpr int kSamples = 40'000;
  constexpr int kPoints = 100;
  Draws draws = draws_of(agent);
  std::vector<double> sample;
  for (int i = 0; i < kSamples; ++i) {
    const double value = truncated_normal(draws, law);
    ASSERT_GE(value, law.lowest);
    ASSERT_LE(value, law.highest);
    sample.push_back(value);
  }
  const double from = reference_probability((law.lowest - law.mean) / law.deviation);
  const double to = reference_probability((law.highest - law.mean) / law.deviation);
  for (int k = 1; k < kPoints; ++k) {
    const double x = law.lowest + (law.highest - law.lowest) * k / kPoints;
    int below = 0;
    for (const double value : sample)
      below += value < x ? 1 : 0;
    const double expected = (reference_probability((x - law.mean) / law.deviation) - from) / (to - from);
    EXPECT_NEAR(static_cast<double>(below) / kSamples, expected, 2.0 / std::sqrt(kSamples)) << x;
  }
}

TEST(TruncatedNormal, FollowsTheRestrictedLaw) {
  expect_law({.mean = 1.34, .deviation = 0.26, .lowest = 0.8, .highest = 1.9}, 1);
  expect_law({.mean = 0.0, .deviation = 1.0, .lowest = -0.1, .highest = 0.3}, 2);
  expect_law({.mean = 0.0, .deviation = 1.0, .lowest = -9.0, .highest = 9.0}, 3);
  expect_law({.mean = 0.0, .deviation = 1.0, .lowest = -5.0, .highest = -2.0}, 4);
}

TEST(TruncatedNormal, IsMirroredInTheFarTails) {
  const TruncatedNormal right{.mean = 0.0, .deviation = 1.0, .lowest = 12.0, .highest = 20.0};
  const TruncatedNormal left{.mean = 0.0, .deviation = 1.0, .lowest = -20.0, .highest = -12.0};
  for (const double p : {0.03125, 0.25, 0.5, 0.875}) {
    EXPECT_EQ(truncated_normal_quantile(right, p), -truncated_normal_quantile(left, 1.0 - p)) << p;
  }
  // Far out the law is nearly exponential with rate 12: its median is about 12 + ln 2 / 12.
  EXPECT_NEAR(truncated_normal_quantile(right, 0.5), 12.0 + std::log(2.0) / 12.0, 1e-3);
}

TEST(TruncatedNormal, QuantilesGrowWithTheProbability) {
  const TruncatedNormal law{.mean = 2.0, .deviation = 3.0, .lowest = -1.0, .highest = 4.0};
  double last = law.lowest;
  for (int k = 1; k < 1000; ++k) {
    const double value = truncated_normal_quantile(law, k / 1000.0);
    ASSERT_GT(value, last) << k;
    last = value;
  }
  EXPECT_LT(last, law.highest);
}

TEST(TruncatedNormal, DegenerateLawsGiveThePointNearestToTheMean) {
  EXPECT_EQ(truncated_normal_quantile({.mean = 5.0, .deviation = 0.0, .lowest = 0.0, .highest = 9.0}, 0.3),
            5.0);
  EXPECT_EQ(truncated_normal_quantile({.mean = 5.0, .deviation = 0.0, .lowest = 7.0, .highest = 9.0}, 0.3),
            7.0);
  EXPECT_EQ(truncated_normal_quantile({.mean = 0.0, .deviation = 1.0, .lowest = 50.0, .highest = 60.0}, 0.3),
            50.0);
  EXPECT_EQ(
      truncated_normal_quantile({.mean = 0.0, .deviation = 1.0, .lowest = -60.0, .highest = -50.0}, 0.3),
      -50.0);
  EXPECT_EQ(truncated_normal_quantile({.mean = 0.0, .deviation = 1.0, .lowest = 3.0, .highest = 3.0}, 0.3),
            3.0);
}

TEST(TruncatedNormalDeathTest, RefusesBoundsOutOfOrder) {
  EXPECT_EXIT(truncated_normal_quantile({.mean = 0.0, .deviation = 1.0, .lowest = 2.0, .highest = 1.0}, 0.5),
              testing::ExitedWithCode(70), "out of order");
}

TEST(TruncatedNormal, BitsAreTheCommittedOnes) {
  const TruncatedNormal law{.mean = 1.34, .deviation = 0.26, .lowest = 0.8, .highest = 1.9};
  Draws draws = draws_of(9);
  for (const double golden :
       {0x1.2adc82d6ef6e1p+0, 0x1.399d1e47697cep+0, 0x1.57d2bb710bacfp+0, 0x1.28e64fdc20a02p+0}) {
    EXPECT_EQ(truncated_normal(draws, law), golden);
  }
}

}  // namespace
}  // namespace drover::normal_law_test
