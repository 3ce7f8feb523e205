// Positive roots of polynomials up to degree four, such as the times at which a projectile meets something.
#pragma once

#include <array>
#include <cstddef>

namespace drover {

// c[0] + c[1] t + c[2] t^2 + c[3] t^3 + c[4] t^4; of a lower degree the last ones are zero.
using Polynomial = std::array<double, 5>;

// In ascending order, each once.
struct PositiveRoots {
  std::array<double, 4> values = {};
  std::size_t count = 0;

  const double* begin() const { return values.data(); }
  const double* end() const { return values.data() + count; }
};

// Closed forms of cubic and quartic roots lose digits to cancellation and need cube roots of complex numbers;
// this needs + - * / only. The roots of the derivative cut (0, b] into pieces on which the polynomial is
// monotone, and b = 1 + max |c_i / c_n| bounds all roots (Cauchy, Exercices de mathematiques, 1829). A piece
// whose ends differ in sign holds one root, found by bisection to the last bit. An end where the polynomial
// is zero to rounding, |p| <= 1e-12 sum |c_i t^i|, is a double root: the two curves touch.
PositiveRoots positive_roots(const Polynomial& polynomial);

}  // namespace drover
