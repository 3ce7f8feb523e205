#include "ballistics/real_roots.h"

#include <cmath>

#include "ballistics/scalar_search.h"
#include "core/vec3.h"

namespace drover {
namespace {

constexpr double kZeroShare = 1e-12;  // of the sum of the terms' magnitudes, below which a sum counts as zero
constexpr double kLargestBound = 1e300;

double value_at(const Polynomial& p, double t) {
  return p[0] + t * (p[1] + t * (p[2] + t * (p[3] + t * p[4])));
}

// Zero where the terms cancel but for their roundings.
double snapped_value_at(const Polynomial& p, double t) {
  const double value = value_at(p, t);
  const double magnitude =
      std::fabs(p[0]) +
      t * (std::fabs(p[1]) + t * (std::fabs(p[2]) + t * (std::fabs(p[3]) + t * std::fabs(p[4]))));
  return std::fabs(value) <= kZeroShare * magnitude ? 0.0 : value;
}

double root_bound(const Polynomial& p, std::size_t degree) {
  double largest = 0.0;
  for (std::size_t i = 0; i < degree; ++i)
    largest = larger(largest, std::fabs(p[i] / p[degree]));
  // Twice the bound, so that no rounding puts it on a root.
  return smaller(2.0 * (1.0 + largest), kLargestBound);
}

Polynomial derivative_of(const Polynomial& p) {
  return {p[1], 2.0 * p[2], 3.0 * p[3], 4.0 * p[4], 0.0};
}

void add_root(PositiveRoots& roots, double root) {
  if (roots.count < roots.values.size()) roots.values[roots.count++] = root;
}

}  // namespace

PositiveRoots positive_roots(const Polynomial& polynomial) {
  std::size_t degree = 4;
  while (degree > 0 && polynomial[degree] == 0.0)
    --degree;
  PositiveRoots roots;
  if (degree == 0) return roots;
  if (degree == 1) {
    const double root = -polynomial[0] / polynomial[1];
    if (root > 0.0) add_root(roots, root);
    return roots;
  }

  PositiveRoots ends = positive_roots(derivative_of(polynomial));  // of the monotone pieces; at most 3
  add_root(ends, root_bound(polynomial, degree));
  double low = 0.0;
  double at_low = polynomial[0];
  for (const double high : ends) {
    const double at_high = snapped_value_at(polynomial, high);
    if ((at_low < 0.0 && at_high > 0.0) || (at_low > 0.0 && at_high < 0.0)) {
      const bool is_rising = at_low < 0.0;
      add_root(roots,
               bisect(low, high, [&](double t) { return (value_at(polynomial, t) < 0.0) == is_rising; }));
    } else if (at_high == 0.0) {
      add_root(roots, high);
    }
    low = high;
    at_low = at_high;
  }
  return roots;
}

}  // namespace drover
