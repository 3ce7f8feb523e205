#include "core/normal_law.h"

#include <cmath>
#include <initializer_list>
#include <span>

#include "core/check.h"
#include "core/det_math.h"
#include "core/random.h"
#include "core/vec3.h"

namespace drover {
namespace {

// Horner's scheme; coefficients from the highest power down.
double polynomial(std::span<const double> coefficients, double x) {
  double value = coefficients[0];
  for (const double coefficient : coefficients.subspan(1))
    value = value * x + coefficient;
  return value;
}

struct Rational {
  double numerator[8];
  double denominator[8];

  double operator()(double x) const { return polynomial(numerator, x) / polynomial(denominator, x); }
};

// AS 241, routine PPND16: the middle in (1/2)^2 - (p - 1/2)^2, the tails in r = sqrt(-log p).
constexpr Rational kMiddle{
    .numerator = {2.5090809287301226727e+3, 3.3430575583588128105e+4, 6.7265770927008700853e+4,
                  4.5921953931549871457e+4, 1.3731693765509461125e+4, 1.9715909503065514427e+3,
                  1.3314166789178437745e+2, 3.3871328727963666080e+0},
    .denominator = {5.2264952788528545610e+3, 2.8729085735721942674e+4, 3.9307895800092710610e+4,
                    2.1213794301586595867e+4, 5.3941960214247511077e+3, 6.8718700749205790830e+2,
                    4.2313330701600911252e+1, 1.0}};
constexpr Rational kTail{
    .numerator = {7.74545014278341407640e-4, 2.27238449892691845833e-2, 2.41780725177450611770e-1,
                  1.27045825245236838258e+0, 3.64784832476320460504e+0, 5.76949722146069140550e+0,
                  4.63033784615654529590e+0, 1.42343711074968357734e+0},
    .denominator = {1.05075007164441684324e-9, 5.47593808499534494600e-4, 1.51986665636164571966e-2,
                    1.48103976427480074590e-1, 6.89767334985100004550e-1, 1.67638483018380384940e+0,
                    2.05319162663775882187e+0, 1.0}};
constexpr Rational kFarTail{
    .numerator = {2.01033439929228813265e-7, 2.71155556874348757815e-5, 1.24266094738807843860e-3,
                  2.65321895265761230930e-2, 2.96560571828504891230e-1, 1.78482653991729133580e+0,
                  5.46378491116411436990e+0, 6.65790464350110377720e+0},
    .denominator = {2.04426310338993978564e-15, 1.42151175831644588870e-7, 1.84631831751005468180e-5,
                    7.86869131145613259100e-4, 1.48753612908506148525e-2, 1.36929880922735805310e-1,
                    5.99832206555887937690e-1, 1.0}};

// Cody, "Rational Chebyshev approximations for the error function", 1969, for erfc(y) / exp(-y^2) on
// 0.47 < y <= 4, and for y^2 (1/sqrt(pi) - y erfc(y) / exp(-y^2)) in 1 / y^2 beyond; erf(y) / y in y^2 below.
constexpr double kErfNumerator[] = {1.85777706184603153e-1, 3.16112374387056560e+0, 1.13864154151050156e+2,
                                    3.77485237685302021e+2, 3.20937758913846947e+3};
constexpr double kErfDenominator[] = {1.0, 2.36012909523441209e+1, 2.44024637934444173e+2,
                                      1.28261652607737228e+3, 2.84423683343917062e+3};
constexpr double kErfcNumerator[] = {2.15311535474403846e-8, 5.64188496988670089e-1, 8.88314979438837594e+0,
                                     6.61191906371416295e+1, 2.98635138197400131e+2, 8.81952221241769090e+2,
                                     1.71204761263407058e+3, 2.05107837782607147e+3, 1.23033935479799725e+3};
constexpr double kErfcDenominator[] = {1.0,
                                       1.57449261107098347e+1,
                                       1.17693950891312499e+2,
                                       5.37181101862009858e+2,
                                       1.62138957456669019e+3,
                                       3.29079923573345963e+3,
                                       4.36261909014324716e+3,
                                       3.43936767414372164e+3,
                                       1.23033935480374942e+3};
constexpr double kFarNumerator[] = {1.63153871373020978e-2, 3.05326634961232344e-1, 3.60344899949804439e-1,
                                    1.25781726111229246e-1, 1.60837851487422766e-2, 6.58749161529837803e-4};
constexpr double kFarDenominator[] = {1.0,
                                      2.56852019228982242e+0,
                                      1.87295284992346725e+0,
                                      5.27905102951428412e-1,
                                      6.05183413124413191e-2,
                                      2.33520497626869185e-3};

constexpr double kSqrtHalf = 0x1.6a09e667f3bcdp-1;
constexpr double kOneOverSqrtPi = 0x1.20dd750429b6dp-1;

// exp(-x^2 / 2) for 0 <= x < 40. The square of x cut to sixteenths is exact, so that its rounding is not
// magnified by the exponential.
double bell(double x) {
  const double coarse = std::floor(x * 16.0) * 0.0625;
  const double rest = (x - coarse) * (x + coarse);
  return det::exp(-0.5 * (coarse * coarse)) * det::exp(-0.5 * rest);
}

// The probability below -x, for x >= 0: erfc(x / sqrt(2)) / 2.
double left_tail(double x) {
  if (x > 38.0) return 0.0;
  const double y = x * kSqrtHalf;
  const double y2 = y * y;
  if (y <= 0.46875)
    return 0.5 - 0.5 * (y * (polynomial(kErfNumerator, y2) / polynomial(kErfDenominator, y2)));
  if (y <= 4.0) return 0.5 * bell(x) * (polynomial(kErfcNumerator, y) / polynomial(kErfcDenominator, y));
  const double z = 1.0 / y2;
  const double correction = z * (polynomial(kFarNumerator, z) / polynomial(kFarDenominator, z));
  return 0.5 * bell(x) * ((kOneOverSqrtPi - correction) / y);
}

}  // namespace

double normal_quantile(double p) {
  DROVER_CHECK(p > 0.0 && p < 1.0, "a quantile is defined between 0 and 1");
  const double centered = p - 0.5;
  if (std::fabs(centered) <= 0.425) return centered * kMiddle(0.180625 - centered * centered);
  const double tail = centered < 0.0 ? p : 1.0 - p;
  const double r = std::sqrt(-det::log(tail));
  const double magnitude = r <= 5.0 ? kTail(r - 1.6) : kFarTail(r - 5.0);
  return centered < 0.0 ? -magnitude : magnitude;
}

double normal_probability(double z) {
  return z <= 0.0 ? left_tail(-z) : 1.0 - left_tail(z);
}

double truncated_normal_quantile(const TruncatedNormal& law, double p) {
  DROVER_CHECK(p > 0.0 && p < 1.0, "a quantile is defined between 0 and 1");
  DROVER_CHECK(law.deviation >= 0.0 && law.lowest <= law.highest, "a truncated normal law is out of order");
  const double nearest_to_mean = clamp(law.mean, law.lowest, law.highest);
  if (law.deviation == 0.0) return nearest_to_mean;

  // An interval right of the mean is mirrored, because probabilities near 0 are precise and those near 1 are
  // not.
  const bool mirrored = law.lowest > law.mean;
  const double side = mirrored ? -1.0 : 1.0;
  const double from = side * ((mirrored ? law.highest : law.lowest) - law.mean) / law.deviation;
  const double to = side * ((mirrored ? law.lowest : law.highest) - law.mean) / law.deviation;
  const double below = normal_probability(from);
  const double mass = normal_probability(to) - below;
  const double wanted = below + (mirrored ? 1.0 - p : p) * mass;
  if (!(mass > 0.0) || !(wanted > 0.0) || !(wanted < 1.0)) return nearest_to_mean;
  return clamp(law.mean + law.deviation * side * normal_quantile(wanted), law.lowest, law.highest);
}

double truncated_normal(Draws& draws, const TruncatedNormal& law) {
  return truncated_normal_quantile(law, draws.open_uniform());
}

}  // namespace drover
