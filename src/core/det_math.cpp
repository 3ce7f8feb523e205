// The polynomials are minimax approximations with double coefficients (Sollya's fpminimax), evaluated in
// pairs (Estrin's scheme). The order of operations is part of the result; the header gives the errors.
#include "core/det_math.h"

#include <cmath>
#include <cstdint>

namespace drover::det {
namespace {

constexpr double kHalfPi = 0x1.921fb54442d18p0;
constexpr double kQuarterPi = 0x1.921fb54442d18p-1;
// pi, pi/2 and pi/4 less the doubles above.
constexpr double kPiRest = 0x1.1a62633145c07p-53;
constexpr double kHalfPiRest = 0x1.1a62633145c07p-54;
constexpr double kQuarterPiRest = 0x1.1a62633145c07p-55;

// Adding this to |x| < 2^51 rounds x to the nearest integer (ties to even), which is then in the low
// bits.
constexpr double kRounder = 0x1.8p52;

constexpr std::uint64_t kFractionMask = 0x000fffffffffffff;
constexpr std::uint64_t kExponentOfOne = 0x3ff0000000000000;
constexpr std::uint64_t kHighWordMask = 0xffffffff00000000;

std::uint64_t bits_of(double x) {
  return std::bit_cast<std::uint64_t>(x);
}
double from_bits(std::uint64_t bits) {
  return std::bit_cast<double>(bits);
}

// x modulo kTwoPi with the sign of x (the exact fmod), for finite x. Each round subtracts the largest
// kTwoPi * 2^k not above the rest; the two are within a factor of 2, so the difference is exact.
double modulo_two_pi(double x) {
  double rest = std::fabs(x);
  while (rest >= kTwoPi) {
    double multiple = from_bits((bits_of(rest) & ~kFractionMask) | (bits_of(kTwoPi) & kFractionMask));
    if (multiple > rest) multiple *= 0.5;
    rest -= multiple;
  }
  return x < 0.0 ? -rest : rest;
}

// An angle as quadrant * pi/2 + high + low, with |high| <= pi/4 and low the part that high cannot hold.
struct ReducedAngle {
  double high;
  double low;
  std::uint32_t quadrant;  // modulo 4
};

// Cody-Waite reduction: pi/2 in three parts. The first two have trailing zeros, so that their products with a
// quadrant number below 2^20 are exact.
ReducedAngle reduce_angle(double x) {
  constexpr double kLargestDirect = 0x1.8p20;
  constexpr double kTwoOverPi = 0x1.45f306dc9c883p-1;
  constexpr double kHalfPiPart1 = 0x1.921fb544p0;
  constexpr double kHalfPiPart2 = 0x1.0b4611a6p-34;
  constexpr double kHalfPiPart3 = 0x1.3198a2e037073p-69;

  if (!(std::fabs(x) <= kLargestDirect)) {
    if (!(std::fabs(x) <= DBL_MAX)) return {0.0, 0.0, 0};
    x = modulo_two_pi(x);
  }
  const double rounded = x * kTwoOverPi + kRounder;
  const double turns = rounded - kRounder;
  const double rest1 = x - turns * kHalfPiPart1;
  const double correction = turns * kHalfPiPart2;
  const double rest2 = rest1 - correction;
  const double lost = ((rest1 - rest2) - correction) - turns * kHalfPiPart3;
  const double high = rest2 + lost;
  return {high, (rest2 - high) + lost, static_cast<std::uint32_t>(bits_of(rounded) & 3u)};
}

// sin(high + low) for |high| <= pi/4.
double sin_kernel(double high, double low) {
  const double z = high * high;
  const double z2 = z * z;
  const double pair0 = -0x1.5555555555548p-3 + z * 0x1.111111110f76p-7;
  const double pair1 = -0x1.a01a019bf2b7dp-13 + z * 0x1.71de355fa4c72p-19;
  const double pair2 = -0x1.ae5e550039428p-26 + z * 0x1.5d8e624f8bcc2p-33;
  const double polynomial = pair0 + z2 * (pair1 + z2 * pair2);
  const double low_part = low - 0.5 * (z * low);
  return high + ((z * high) * polynomial + low_part);
}

// cos(high + low) for |high| <= pi/4. 1 - z/2 is rounded first; what that rounding lost is added to the tail.
double cos_kernel(double high, double low) {
  const double z = high * high;
  const double z2 = z * z;
  const double pair0 = 0x1.555555555554bp-5 + z * -0x1.6c16c16c15018p-10;
  const double pair1 = 0x1.a01a019c8f944p-16 + z * -0x1.27e4f7f1ee757p-22;
  const double pair2 = 0x1.1ee9dc12a7aafp-29 + z * -0x1.8fa6a88f8de3fp-37;
  const double polynomial = pair0 + z2 * (pair1 + z2 * pair2);
  const double half_z = 0.5 * z;
  const double head = 1.0 - half_z;
  return head + (((1.0 - head) - half_z) + (z2 * polynomial - high * low));
}

// atan(t) - t for |t| <= tan(pi/8).
double atan_tail(double t) {
  const double z = t * t;
  const double z2 = z * z;
  const double z4 = z2 * z2;
  const double pair0 = -0x1.5555555555554p-2 + z * 0x1.99999999995bep-3;
  const double pair1 = -0x1.24924924720fep-3 + z * 0x1.c71c71b5f20a3p-4;
  const double pair2 = -0x1.745d14907df9ep-4 + z * 0x1.3b136b01edb28p-4;
  const double pair3 = -0x1.110c494894a3p-4 + z * 0x1.e16f24c99bc62p-5;
  const double pair4 = -0x1.ab6cc8065162ap-5 + z * 0x1.70aee49c1d36bp-5;
  const double pair5 = -0x1.11b1742cdd64cp-5 + z * 0x1.efed15962cc89p-7;
  const double group0 = pair0 + z2 * pair1;
  const double group1 = pair2 + z2 * pair3;
  const double group2 = pair4 + z2 * pair5;
  return (z * t) * (group0 + z4 * (group1 + z4 * group2));
}

// atan2 in the first quadrant, for finite x, y >= 0 that are not both 0.
// Near the diagonal the angle is measured from pi/4: atan(a/b) = pi/4 + atan((a - b) / (a + b)).
double first_quadrant_angle(double y, double x) {
  constexpr double kTanEighthPi = 0x1.a827999fcef32p-2;
  const bool steep = y > x;
  double longer = steep ? y : x;
  double shorter = steep ? x : y;
  if (longer > 0x1p1020) {  // keeps shorter + longer finite
    longer *= 0.25;
    shorter *= 0.25;
  }
  if (shorter <= kTanEighthPi * longer) {
    const double t = shorter / longer;
    const double angle = t + atan_tail(t);
    return steep ? kHalfPi - (angle - kHalfPiRest) : angle;
  }
  const double difference = shorter - longer;
  const double sum = shorter + longer;
  const double t = difference / sum;
  // What the roundings of the difference and of the sum lost (both exactly known), carried over to t.
  const double lost_of_difference = shorter - (difference + longer);
  const double lost_of_sum = shorter - (sum - longer);
  const double tail = atan_tail(t) + ((lost_of_difference - t * lost_of_sum) / sum + kQuarterPiRest);
  // pi/4 + t + tail, where the rounding of the first addition goes into the second.
  const double head = kQuarterPi + t;
  const double angle = head + ((t - (head - kQuarterPi)) + tail);
  return steep ? kHalfPi - (angle - kHalfPiRest) : angle;
}

// (asin(x) - x) / x for z = x^2 <= 1/4.
double asin_tail(double z) {
  const double z2 = z * z;
  const double z4 = z2 * z2;
  const double pair0 = 0x1.5555555555577p-3 + z * 0x1.333333332e11p-4;
  const double pair1 = 0x1.6db6db7214efbp-5 + z * 0x1.f1c71a93b97e6p-6;
  const double pair2 = 0x1.6e8bdf08f86c3p-6 + z * 0x1.1c49ed2358a32p-6;
  const double pair3 = 0x1.ca1fe269e2855p-7 + z * 0x1.75829a8488c9cp-7;
  const double pair4 = 0x1.614e1adc15754p-7 + z * 0x1.e4dccf6df09ddp-9;
  const double pair5 = 0x1.63f635d4e760cp-6 + z * -0x1.58825c7d22428p-6;
  constexpr double kLast = 0x1.0b72061c21fd4p-5;
  const double group0 = pair0 + z2 * pair1;
  const double group1 = pair2 + z2 * pair3;
  const double group2 = pair4 + z2 * pair5;
  return z * (group0 + z4 * (group1 + z4 * (group2 + z4 * kLast)));
}

// For 1/2 < |x| <= 1, asin and acos come from the half angle: s = sqrt(z) with z = (1 - |x|) / 2.
// high holds the upper half of s and rest what is missing to the true root: s = high + rest.
struct HalfAngleRoot {
  double z;
  double root;
  double high;
  double rest;
};

HalfAngleRoot half_angle_root(double magnitude) {
  const double z = (1.0 - magnitude) * 0.5;
  const double root = std::sqrt(z);
  const double high = from_bits(bits_of(root) & kHighWordMask);
  return {z, root, high, (z - high * high) / (root + high)};
}

// ln 2 in two parts; the first has trailing zeros, so that its product with an exponent is exact.
constexpr double kLn2Part1 = 0x1.62e42ffp-1;
constexpr double kLn2Part2 = -0x1.718432a1b0e26p-35;

// exp(high + low) for |high| <= ln(2)/2.
double exp_kernel(double high, double low) {
  const double z = high * high;
  const double z2 = z * z;
  const double pair0 = 0.5 + high * 0x1.555555555555cp-3;
  const double pair1 = 0x1.5555555555541p-5 + high * 0x1.111111110ea01p-7;
  const double pair2 = 0x1.6c16c16c1fa71p-10 + high * 0x1.a01a01b44138bp-13;
  const double pair3 = 0x1.a01a0177038d6p-16 + high * 0x1.71ddee7c6ce86p-19;
  const double pair4 = 0x1.27e54073c8e4p-22 + high * 0x1.af6e6f7ffdf9p-26;
  constexpr double kLast = 0x1.1eda234813e35p-29;
  const double polynomial = (pair0 + z * pair1) + z2 * ((pair2 + z * pair3) + z2 * (pair4 + z * kLast));
  return 1.0 + (high + (z * polynomial + low));
}

// (log((1 + s) / (1 - s)) - 2 s) / s for z = s^2, |s| <= 0.172.
double log_tail(double z) {
  const double z2 = z * z;
  const double pair0 = 0x1.5555555555555p-1 + z * 0x1.9999999999d0ep-2;
  const double pair1 = 0x1.2492492439bbfp-2 + z * 0x1.c71c724b311e1p-3;
  const double pair2 = 0x1.745ce1d2f00d5p-3 + z * 0x1.3b2023e4fe59bp-3;
  const double pair3 = 0x1.0f673a4220d74p-3 + z * 0x1.0f0ef152f7534p-3;
  return z * ((pair0 + z2 * pair1) + z2 * z2 * (pair2 + z2 * pair3));
}

}  // namespace

double sin(double x) {
  const ReducedAngle angle = reduce_angle(x);
  const double magnitude =
      (angle.quadrant & 1u) == 0 ? sin_kernel(angle.high, angle.low) : cos_kernel(angle.high, angle.low);
  return (angle.quadrant & 2u) == 0 ? magnitude : -magnitude;
}

double cos(double x) {
  return sin_cos(x).cos;
}

SinCos sin_cos(double x) {
  const ReducedAngle angle = reduce_angle(x);
  const double s = sin_kernel(angle.high, angle.low);
  const double c = cos_kernel(angle.high, angle.low);
  // (s, c), (c, -s), (-s, -c), (-c, s), chosen without branches: the quadrants of many angles come in no
  // order.
  const bool is_odd = (angle.quadrant & 1u) != 0;
  const std::uint64_t sin_sign = static_cast<std::uint64_t>(angle.quadrant & 2u) << 62;
  const std::uint64_t cos_sign = static_cast<std::uint64_t>((angle.quadrant + 1u) & 2u) << 62;
  return {from_bits(bits_of(is_odd ? c : s) ^ sin_sign), from_bits(bits_of(is_odd ? s : c) ^ cos_sign)};
}

double atan2(double y, double x) {
  if (x != x || y != y) return 0.0;
  double magnitude_x = std::fabs(x);
  double magnitude_y = std::fabs(y);
  if (magnitude_x == 0.0 && magnitude_y == 0.0) return 0.0;
  if (magnitude_x > DBL_MAX || magnitude_y > DBL_MAX) {
    magnitude_x = magnitude_x > DBL_MAX ? 1.0 : 0.0;
    magnitude_y = magnitude_y > DBL_MAX ? 1.0 : 0.0;
  }
  double angle = first_quadrant_angle(magnitude_y, magnitude_x);
  if (x < 0.0) angle = kPi - (angle - kPiRest);
  return y < 0.0 ? -angle : angle;
}

double asin(double x) {
  if (x != x) return 0.0;
  const double magnitude = std::fabs(x);
  double angle = kHalfPi;
  if (magnitude <= 0.5) {
    angle = magnitude + magnitude * asin_tail(magnitude * magnitude);
  } else if (magnitude < 1.0) {
    const HalfAngleRoot half = half_angle_root(magnitude);
    const double tail = 2.0 * half.root * asin_tail(half.z) - (kHalfPiRest - 2.0 * half.rest);
    angle = kQuarterPi - (tail - (kQuarterPi - 2.0 * half.high));
  }
  return x < 0.0 ? -angle : angle;
}

double acos(double x) {
  if (x != x || x >= 1.0) return 0.0;
  if (x <= -1.0) return kPi;
  const double magnitude = std::fabs(x);
  if (magnitude <= 0.5) {
    const double tail = x * asin_tail(x * x);
    return kHalfPi - (x - (kHalfPiRest - tail));
  }
  const HalfAngleRoot half = half_angle_root(magnitude);
  const double tail = asin_tail(half.z) * half.root;
  if (x > 0.0) return 2.0 * (half.high + (tail + half.rest));
  return kPi - 2.0 * (half.root + (tail - kHalfPiRest));
}

double exp(double x) {
  constexpr double kLargest = 709.0;
  constexpr double kSmallest = -708.0;
  constexpr double kOneOverLn2 = 0x1.71547652b82fep0;
  if (x != x || x < kSmallest) return 0.0;
  if (x > kLargest) x = kLargest;

  const double rounded = x * kOneOverLn2 + kRounder;
  const double power = rounded - kRounder;
  const double rest = x - power * kLn2Part1;
  const double correction = power * kLn2Part2;
  const double high = rest - correction;
  const double low = (rest - high) - correction;
  const auto exponent = static_cast<std::int64_t>(power);
  return exp_kernel(high, low) * from_bits(static_cast<std::uint64_t>(exponent + 1023) << 52);
}

// x = 2^k m with m in (1/sqrt(2), sqrt(2)]; log x = k ln 2 + log m, and with f = m - 1, s = f / (2 + f):
// log m = f - f^2/2 + s (f^2/2 + tail(s^2)).
double log(double x) {
  constexpr double kSqrt2 = 0x1.6a09e667f3bcdp0;
  if (!(x > 0.0)) return -DBL_MAX;
  if (x > DBL_MAX) return DBL_MAX;

  std::int64_t exponent = -1023;
  if (x < DBL_MIN) {
    x *= 0x1p54;
    exponent -= 54;
  }
  exponent += static_cast<std::int64_t>(bits_of(x) >> 52);
  double mantissa = from_bits((bits_of(x) & kFractionMask) | kExponentOfOne);
  if (mantissa > kSqrt2) {
    mantissa *= 0.5;
    exponent += 1;
  }
  const double k = static_cast<double>(exponent);
  const double f = mantissa - 1.0;
  const double s = f / (2.0 + f);
  const double half_square = 0.5 * f * f;
  return k * kLn2Part1 - ((half_square - (s * (half_square + log_tail(s * s)) + k * kLn2Part2)) - f);
}

double wrap_angle(double angle) {
  if (!(std::fabs(angle) <= DBL_MAX)) return 0.0;
  const double rest = modulo_two_pi(angle);
  if (rest > kPi) return rest - kTwoPi;
  if (rest <= -kPi) return rest + kTwoPi;
  return rest;
}

}  // namespace drover::det
