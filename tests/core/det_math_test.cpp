#include "core/det_math.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "core/precise.h"
#include "core/random.h"

namespace drover::det_math_test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNotANumber = std::numeric_limits<double>::quiet_NaN();
constexpr double kHalfPi = det::kPi / 2.0;
constexpr int kArguments = 200'000;

std::uint64_t bits_of(double x) {
  return std::bit_cast<std::uint64_t>(x);
}

Draws draws_of(std::string_view name) {
  return Draws({.seed = 1, .agent = 0, .tick = 0, .purpose = Purpose::parameter, .stream = stream_of(name)});
}

struct AccuracyCase {
  const char* name;
  double (*function)(double);
  int (*reference)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
  double lowest;
  double highest;
};

class Accuracy : public testing::TestWithParam<AccuracyCase> {};

TEST_P(Accuracy, IsWithinOneUlp) {
  const AccuracyCase& c = GetParam();
  Draws draws = draws_of(c.name);
  double worst = 0.0;
  double worst_argument = 0.0;
  for (int i = 0; i < kArguments; ++i) {
    const double argument = c.lowest + (c.highest - c.lowest) * draws.open_uniform();
    Precise reference(argument);
    c.reference(reference.get(), reference.get(), MPFR_RNDN);
    const double error = reference.ulps_from(c.function(argument));
    if (error > worst) {
      worst = error;
      worst_argument = argument;
    }
  }
  EXPECT_LT(worst, 1.0) << "at " << worst_argument;
  RecordProperty("worst_ulp", std::to_string(worst));
}

INSTANTIATE_TEST_SUITE_P(DetMath, Accuracy,
                         testing::Values(AccuracyCase{"sin_near", det::sin, mpfr_sin, -3.2, 3.2},
                                         AccuracyCase{"sin_far", det::sin, mpfr_sin, -1.5e6, 1.5e6},
                                         AccuracyCase{"cos_near", det::cos, mpfr_cos, -3.2, 3.2},
                                         AccuracyCase{"cos_far", det::cos, mpfr_cos, -1.5e6, 1.5e6},
                                         AccuracyCase{"exp_near", det::exp, mpfr_exp, -20.0, 20.0},
                                         AccuracyCase{"exp_far", det::exp, mpfr_exp, -708.0, 709.0},
                                         AccuracyCase{"log_near", det::log, mpfr_log, 0.9, 1.1},
                                         AccuracyCase{"log_usual", det::log, mpfr_log, 0.0, 4.0},
                                         AccuracyCase{"log_tiny", det::log, mpfr_log, 0.0, 1e-3},
                                         AccuracyCase{"log_huge", det::log, mpfr_log, 0.0, 1e300},
                                         AccuracyCase{"log_subnormal", det::log, mpfr_log, 0.0, 2e-308},
                                         AccuracyCase{"asin", det::asin, mpfr_asin, -1.0, 1.0},
                                         AccuracyCase{"asin_edge", det::asin, mpfr_asin, 0.999, 1.0},
                                         AccuracyCase{"acos", det::acos, mpfr_acos, -1.0, 1.0},
                                         AccuracyCase{"acos_edge", det::acos, mpfr_acos, -1.0, -0.999}),
                         [](const auto& instance) { return std::string(instance.param.name); });

TEST(DetMath, Atan2IsWithinOneAndAHalfUlps) {
  Draws draws = draws_of("atan2");
  for (int i = 0; i < kArguments; ++i) {
    const double x = 10.0 * draws.signed_uniform();
    const double y = 10.0 * draws.signed_uniform();
    Precise reference(y);
    mpfr_atan2(reference.get(), reference.get(), Precise(x).get(), MPFR_RNDN);
    ASSERT_LT(reference.ulps_from(det::atan2(y, x)), 1.5) << y << " " << x;
  }
}

TEST(DetMath, Atan2HoldsForLengthsOfAnySize) {
  for (const double size : {1e-300, 1e-30, 1e30, 1e300, 1.7e308}) {
    EXPECT_NEAR(det::atan2(0.5 * size, size), 0.46364760900080611621, 1e-16) << size;
    EXPECT_NEAR(det::atan2(size, -size), 0.75 * det::kPi, 5e-16) << size;
  }
  EXPECT_EQ(det::atan2(1e-300, 1e300), 0.0);
  EXPECT_EQ(det::atan2(1e300, 1e-300), kHalfPi);
}

TEST(DetMath, OddAndEvenSymmetriesAreExact) {
  Draws draws = draws_of("symmetry");
  for (int i = 0; i < 50'000; ++i) {
    const double x = (i % 2 == 0 ? 4.0 : 1e8) * draws.open_uniform();
    const double unit = draws.open_uniform();
    ASSERT_EQ(bits_of(det::sin(-x)), bits_of(-det::sin(x))) << x;
    ASSERT_EQ(bits_of(det::cos(-x)), bits_of(det::cos(x))) << x;
    ASSERT_EQ(bits_of(det::asin(-unit)), bits_of(-det::asin(unit))) << unit;
    ASSERT_EQ(bits_of(det::atan2(-x, unit)), bits_of(-det::atan2(x, unit))) << x << " " << unit;
    ASSERT_EQ(bits_of(det::atan2(-x, -unit)), bits_of(-det::atan2(x, -unit))) << x << " " << unit;
  }
}

TEST(DetMath, SinCosEqualsSinAndCosBitForBit) {
  Draws draws = draws_of("sin_cos");
  for (int i = 0; i < 50'000; ++i) {
    const double x = 100.0 * draws.signed_uniform();
    const det::SinCos both = det::sin_cos(x);
    ASSERT_EQ(bits_of(both.sin), bits_of(det::sin(x))) << x;
    ASSERT_EQ(bits_of(both.cos), bits_of(det::cos(x))) << x;
    ASSERT_NEAR(both.sin * both.sin + both.cos * both.cos, 1.0, 4e-16) << x;
  }
}

TEST(DetMath, ExactValuesAreExact) {
  EXPECT_EQ(det::sin(0.0), 0.0);
  EXPECT_EQ(det::cos(0.0), 1.0);
  EXPECT_EQ(det::sin(kHalfPi), 1.0);
  EXPECT_EQ(det::cos(det::kPi), -1.0);
  EXPECT_EQ(det::exp(0.0), 1.0);
  EXPECT_EQ(det::log(1.0), 0.0);
  EXPECT_EQ(det::acos(1.0), 0.0);
  EXPECT_EQ(det::acos(0.0), kHalfPi);
  EXPECT_EQ(det::acos(-1.0), det::kPi);
  EXPECT_EQ(det::asin(1.0), kHalfPi);
  EXPECT_EQ(det::asin(-1.0), -kHalfPi);
  EXPECT_EQ(det::atan2(1.0, 1.0), det::kPi / 4.0);
  EXPECT_EQ(det::atan2(3.0, 0.0), kHalfPi);
  EXPECT_EQ(det::atan2(-3.0, 0.0), -kHalfPi);
  EXPECT_EQ(det::atan2(0.0, -2.0), det::kPi);
  EXPECT_EQ(det::kTwoPi, 2.0 * det::kPi);
}

TEST(DetMath, TheSignOfAZeroChangesNothing) {
  EXPECT_EQ(bits_of(det::sin(-0.0)), bits_of(0.0));
  EXPECT_EQ(bits_of(det::asin(-0.0)), bits_of(0.0));
  EXPECT_EQ(bits_of(det::wrap_angle(-0.0)), bits_of(0.0));
  EXPECT_EQ(bits_of(det::acos(-0.0)), bits_of(det::acos(0.0)));
  EXPECT_EQ(bits_of(det::exp(-0.0)), bits_of(1.0));
  for (const double x : {-2.0, -0.0, 0.0, 2.0}) {
    EXPECT_EQ(bits_of(det::atan2(-0.0, x)), bits_of(det::atan2(0.0, x))) << x;
    EXPECT_EQ(bits_of(det::atan2(x, -0.0)), bits_of(det::atan2(x, 0.0))) << x;
  }
}

TEST(DetMath, ArgumentsOutsideTheDomainGiveTheDocumentedValue) {
  for (const double x : {kInfinity, -kInfinity, kNotANumber}) {
    EXPECT_EQ(det::sin(x), 0.0);
    EXPECT_EQ(det::cos(x), 1.0);
    EXPECT_EQ(det::wrap_angle(x), 0.0);
  }
  EXPECT_EQ(det::acos(1.0 + 1e-15), 0.0);
  EXPECT_EQ(det::acos(-1.0 - 1e-15), det::kPi);
  EXPECT_EQ(det::asin(2.0), kHalfPi);
  EXPECT_EQ(det::asin(-kInfinity), -kHalfPi);
  EXPECT_EQ(det::acos(kNotANumber), 0.0);
  EXPECT_EQ(det::asin(kNotANumber), 0.0);
  EXPECT_EQ(det::atan2(0.0, 0.0), 0.0);
  EXPECT_EQ(det::atan2(kNotANumber, 1.0), 0.0);
  EXPECT_EQ(det::atan2(1.0, kNotANumber), 0.0);
  EXPECT_EQ(det::atan2(kInfinity, 1.0), kHalfPi);
  EXPECT_EQ(det::atan2(1.0, -kInfinity), det::kPi);
  EXPECT_EQ(det::atan2(kInfinity, kInfinity), det::kPi / 4.0);
  EXPECT_EQ(det::exp(kInfinity), det::exp(709.0));
  EXPECT_EQ(det::exp(-kInfinity), 0.0);
  EXPECT_EQ(det::exp(-708.1), 0.0);
  EXPECT_GE(det::exp(-708.0), DBL_MIN);
  EXPECT_EQ(det::exp(kNotANumber), 0.0);
  EXPECT_EQ(det::log(0.0), -DBL_MAX);
  EXPECT_EQ(det::log(-1.0), -DBL_MAX);
  EXPECT_EQ(det::log(kNotANumber), -DBL_MAX);
  EXPECT_EQ(det::log(kInfinity), DBL_MAX);
}

TEST(WrapAngle, EqualsTheExactRemainder) {
  Draws draws = draws_of("wrap");
  for (int i = 0; i < 50'000; ++i) {
    const double scale = std::ldexp(1.0, static_cast<int>(draws.below(1020)));
    const double angle = scale * draws.signed_uniform();
    const double wrapped = det::wrap_angle(angle);
    ASSERT_EQ(wrapped, std::remainder(angle, det::kTwoPi)) << angle;
  }
}

TEST(WrapAngle, IncludesPiAndExcludesMinusPi) {
  EXPECT_EQ(det::wrap_angle(det::kPi), det::kPi);
  EXPECT_EQ(det::wrap_angle(-det::kPi), det::kPi);
  EXPECT_EQ(det::wrap_angle(3.0 * det::kPi), det::kPi);
  EXPECT_EQ(det::wrap_angle(det::kTwoPi), 0.0);
  const double just_above = std::nextafter(det::kPi, 4.0);
  EXPECT_EQ(det::wrap_angle(just_above), just_above - det::kTwoPi);
  EXPECT_EQ(det::wrap_angle(-just_above), det::kTwoPi - just_above);
}

TEST(DetMath, AnglesBeyondTheDirectRangeAreTakenModuloTwoPi) {
  for (const double x : {1.6e6, 1e15, 1e100, 1.7e308}) {
    EXPECT_EQ(det::sin(x), det::sin(std::fmod(x, det::kTwoPi))) << x;
    EXPECT_EQ(det::cos(-x), det::cos(std::fmod(x, det::kTwoPi))) << x;
  }
}

struct GoldenBits {
  double argument;
  double sin;
  double cos;
  double exp;
  double log;
};

// Results of this implementation, pinned: another build that gives another bit breaks every promise above it.
constexpr GoldenBits kGolden[] = {
    {0x1p-30, 0x1p-30, 0x1p+0, 0x1.00000004p+0, -0x1.4cb5ecf0a965p+4},
    {0x1.999999999999ap-4, 0x1.98eaecb8bcb2cp-4, 0x1.fd712f9a817c1p-1, 0x1.1aec7b35a00d4p+0,
     -0x1.26bb1bbb55515p+1},
    {0x1p-1, 0x1.eaee8744b05fp-2, 0x1.c1528065b7d5p-1, 0x1.a61298e1e069cp+0, -0x1.62e42fefa39efp-1},
    {0x1.8p-1, 0x1.5cffc16bf8f0dp-1, 0x1.769fec655211fp-1, 0x1.0ef9db467dcf8p+1, -0x1.269621134db92p-2},
    {0x1p+0, 0x1.aed548f090ceep-1, 0x1.14a280fb5068cp-1, 0x1.5bf0a8b14576ap+1, 0x0p+0},
    {0x1.8p+0, 0x1.feb7a9b2c6d8bp-1, 0x1.21bd54fc5f9a7p-4, 0x1.1ed3fe64fc541p+2, 0x1.9f323ecbf984cp-2},
    {0x1.4p+1, 0x1.326af0dcfcabp-1, -0x1.9a2f7ef858b7dp-1, 0x1.85d6fd931e0bbp+3, 0x1.d5240f0e0e078p-1},
    {0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53, -0x1p+0, 0x1.724046eb09339p+4, 0x1.250d048e7a1bdp+0},
    {0x1.4p+3, -0x1.1689ef5f34f52p-1, -0x1.ad9ac890c6b1fp-1, 0x1.5829dcf95056p+14, 0x1.26bb1bbb55516p+1},
    {0x1.8533333333333p+6, 0x1.6d94e742f5683p-4, -0x1.fdf4e2d1df66bp-1, 0x1.4bd02e021f6f3p+140,
     0x1.24faa89c8f71dp+2},
    {0x1.45p+9, 0x1.3811391b2c8cp-2, -0x1.e7a5152596e24p-1, 0x1.af11c8c4dd193p+937, 0x1.9e86b716ed4p+2},
    {0x1.e240c9fbe76c9p+16, -0x1.ff50e60ab53f9p-1, 0x1.a74d27c41b22ap-5, 0x1.d422d2be5dc9bp+1022,
     0x1.77281cad8a844p+3},
};

struct GoldenInverseBits {
  double y;
  double x;
  double atan2;
  double asin_of_y;
  double acos_of_y;
};

constexpr GoldenInverseBits kGoldenInverse[] = {
    {0x1.0624dd2f1a9fcp-10, 0x1p+0, 0x1.0624d77516e16p-10, 0x1.0624e00c1cb16p-10, 0x1.91de2c0c3fca6p+0},
    {0x1.3333333333333p-2, 0x1p+0, 0x1.2a73a661eaf06p-2, 0x1.380159e14f6ffp-2, 0x1.441f5ecbeef59p+0},
    {0x1.3333333333333p-2, 0x1p-1, 0x1.14b1dd5f90ce1p-1, 0x1.380159e14f6ffp-2, 0x1.441f5ecbeef59p+0},
    {0x1.ccccccccccccdp-2, 0x1p-1, 0x1.77338a80603bep-1, 0x1.ddf7bba8753cdp-2, 0x1.1aa1c65a25825p+0},
    {0x1.199999999999ap-1, 0x1p-1, 0x1.aa7c8545183cep-1, 0x1.2a2ba538032fp-1, 0x1.fa13c5508274p-1},
    {0x1.3333333333333p-1, 0x1p-1, 0x1.c08aae496efa6p-1, 0x1.4978fa3269ee1p-1, 0x1.dac670561bb5p-1},
    {0x1.fae147ae147aep-1, 0x1.999999999999ap-4, 0x1.785a498b82bf8p+0, 0x1.6de3c6f33d51ep+0,
     0x1.21df72882bfd8p-3},
    {0x1.ffffde7210be9p-1, -0x1.3333333333333p-2, 0x1.dcbca37ad7b5dp+0, 0x1.91c306b2c13acp+0,
     0x1.72ba46065af16p-10},
    {-0x1.999999999999ap-3, -0x1p+0, -0x1.78db734b4bab8p+1, -0x1.9c618aa4ae23dp-3, 0x1.c5abe698d896p+0},
    {-0x1.8p-1, -0x1.999999999999ap-1, -0x1.31b87267eca85p+1, -0x1.b235315c680dcp-1, 0x1.359d26f93b6c3p+1},
    {-0x1.051eb851eb852p-1, 0x1.999999999999ap-3, -0x1.327325aedef1dp+0, -0x1.1203bda719c39p-1,
     0x1.0d90ca0be7d9ap+1},
    {-0x1.12e0be826d695p-30, -0x1.12e0be826d695p-30, -0x1.2d97c7f3321d2p+1, -0x1.12e0be826d695p-30,
     0x1.921fb5488e548p+0},
};

TEST(DetMath, BitsAreTheCommittedOnes) {
  for (const GoldenBits& golden : kGolden) {
    SCOPED_TRACE(golden.argument);
    EXPECT_EQ(bits_of(det::sin(golden.argument)), bits_of(golden.sin));
    EXPECT_EQ(bits_of(det::cos(golden.argument)), bits_of(golden.cos));
    EXPECT_EQ(bits_of(det::exp(golden.argument)), bits_of(golden.exp));
    EXPECT_EQ(bits_of(det::log(golden.argument)), bits_of(golden.log));
  }
  for (const GoldenInverseBits& golden : kGoldenInverse) {
    SCOPED_TRACE(golden.y);
    EXPECT_EQ(bits_of(det::atan2(golden.y, golden.x)), bits_of(golden.atan2));
    EXPECT_EQ(bits_of(det::asin(golden.y)), bits_of(golden.asin_of_y));
    EXPECT_EQ(bits_of(det::acos(golden.y)), bits_of(golden.acos_of_y));
  }
}

}  // namespace
}  // namespace drover::det_math_test
