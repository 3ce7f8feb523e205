// Elementary functions whose bits are part of drover's promise: the same on every compiler, optimisation
// level, processor and C library. They use + - * / and sqrt only, which IEEE 754 rounds correctly; a libm
// does not qualify, since its last bit changes with its version and with the instructions it finds at run
// time. Changing one bit of a result here changes every golden output.
#pragma once

#include <bit>
#include <cfloat>
#include <limits>

#if defined(__FAST_MATH__)
#error "drover's results are promised bit for bit: build without -ffast-math and -Ofast"
#endif
static_assert(FLT_EVAL_METHOD == 0, "doubles must be evaluated as doubles (no x87 arithmetic)");
static_assert(std::numeric_limits<double>::is_iec559 && FLT_RADIX == 2, "doubles must follow IEEE 754");
static_assert(std::endian::native == std::endian::little, "files and hashes are defined as little endian");

namespace drover::det {

// The doubles next to pi and 2 pi [rad]; kTwoPi is exactly 2 * kPi.
inline constexpr double kPi = 0x1.921fb54442d18p1;
inline constexpr double kTwoPi = 0x1.921fb54442d18p2;

struct SinCos {
  double sin = 0.0;
  double cos = 1.0;
};

// Errors are the largest ones measured against MPFR, in units in the last place (ulp). No function ever
// returns NaN or an infinity; arguments outside a function's domain give the stated value. The sign of a zero
// carries no information: a zero argument of either sign gives the same bits.

// Sine and cosine of an angle [rad]; 0.8 ulp for |x| <= 1.5e6. Beyond that, x is first taken modulo kTwoPi
// (exactly, but kTwoPi is not 2 pi: the error in the angle is |x| * 4e-17). A non-finite x counts as 0.
// sin(-x) == -sin(x) and cos(-x) == cos(x) exactly.
double sin(double x);
double cos(double x);
SinCos sin_cos(double x);

// Angle of the vector (x, y) [rad] in [-kPi, kPi]; 1.5 ulp. The zero vector gives 0. On the negative x axis
// the result is +kPi, whatever the sign of a zero y. Infinite arguments count as the limit; a NaN gives 0.
double atan2(double y, double x);

// Inverse sine in [-kPi/2, kPi/2] and inverse cosine in [0, kPi] [rad]; 0.9 ulp. Arguments beyond [-1, 1]
// count as the nearest end, so that a dot product of rounded unit vectors is a valid argument. NaN gives 0.
double asin(double x);
double acos(double x);

// e^x; 0.9 ulp. Saturates at exp(709) = 8.2e307 above 709; 0 below -708 (never subnormal). NaN gives 0.
double exp(double x);

// Natural logarithm; 0.9 ulp. Zero, negative arguments and NaN give -DBL_MAX, +infinity gives DBL_MAX.
double log(double x);

// The angle in (-kPi, kPi] that differs from `angle` by a multiple of kTwoPi [rad]. Exact: nothing is
// rounded, and angles already in the range come back unchanged. A non-finite angle gives 0.
double wrap_angle(double angle);

}  // namespace drover::det
