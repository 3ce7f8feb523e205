// The normal distribution, without libm: quantile, cumulative probability, and the law cut off at two bounds.
#pragma once

namespace drover {

class Draws;

// The value below which a standard normal variable stays with probability p, 0 < p < 1.
// Relative error below 1e-15 (Wichura, algorithm AS 241, 1988). normal_quantile(1 - p) == -normal_quantile(p)
// where 1 - p is exact.
double normal_quantile(double p);

// The probability that a standard normal variable is below z, any z but NaN. Relative error below 1e-15, in
// the tails as well (Cody 1969). 0 below z = -37.6, 1 above 8.3.
double normal_probability(double z);

// A normal law restricted to [lowest, highest]. deviation >= 0, lowest <= highest, all finite.
struct TruncatedNormal {
  double mean = 0.0;
  double deviation = 1.0;
  double lowest = 0.0;
  double highest = 0.0;
};

// The value below which the restricted law stays with probability p, 0 < p < 1; always in [lowest, highest]
// and never decreasing in p up to rounding. Where the interval holds no probability that a double can tell
// from zero (a deviation of zero, bounds further than 37 deviations out), the point of it nearest to the
// mean.
double truncated_normal_quantile(const TruncatedNormal& law, double p);

// One draw of the restricted law. By inversion and not by rejection: it costs one draw whatever the bounds,
// the law is exact in the far tails, and a stratified sample of p gives a stratified sample of the law.
double truncated_normal(Draws& draws, const TruncatedNormal& law);

}  // namespace drover
