// Searches along one variable, for what has no closed form: where a monotone function changes its sign, and
// where a function with one valley is least.
#pragma once

namespace drover {

// The border in (low, high] at which `is_before`, true up to there, turns false: the first double beyond it.
// Found to the last bit, so that it does not depend on the interval it was looked for in by more than that.
template <class Predicate>
double bisect(double low, double high, const Predicate& is_before) {
  for (;;) {
    const double middle = low + 0.5 * (high - low);
    if (!(low < middle && middle < high)) return high;
    (is_before(middle) ? low : high) = middle;
  }
}

// Where a function with a single valley in [low, high] is least, by golden-section search (Kiefer,
// "Sequential minimax search for a maximum", Proc. AMS 4, 1953): each step keeps 0.618 of the interval. A
// smooth valley is flat to rounding within about 1e-8 of its width, so the argument is no better than
// that, while the least value is found to the last digits.
template <class Function>
double golden_minimum(double low, double high, int steps, const Function& function) {
  constexpr double kShare = 0.6180339887498949;  // (sqrt 5 - 1) / 2
  double left = high - kShare * (high - low);
  double right = low + kShare * (high - low);
  double at_left = function(left);
  double at_right = function(right);
  for (int step = 0; step < steps; ++step) {
    if (at_left <= at_right) {
      high = right;
      right = left;
      at_right = at_left;
      left = high - kShare * (high - low);
      at_left = function(left);
    } else {
      low = left;
      left = right;
      at_left = at_right;
      right = low + kShare * (high - low);
      at_right = function(right);
    }
  }
  return at_left <= at_right ? left : right;
}

}  // namespace drover
