// Sums that do not depend on the order of their terms. Adding doubles rounds after each addition, so a sum
// over neighbors would depend on grid cells and threads; here each term is rounded once to a multiple of a
// small power of two, and integers are added, which is exact in any order.
#pragma once

#include <bit>
#include <cstdint>

#include "core/check.h"
#include "core/det_math.h"

namespace drover {

// The step 2^-k that sums of terms up to a given bound are counted in. For |term| <= bound:
//   one term becomes an integer of magnitude <= 2^42, so 2^20 terms cannot overflow 64 bits;
//   the rounding error of a term is at most bound * 2^-42.
// The step depends on the exponent of the bound only. Multiplying bound and terms by a power of two
// multiplies the result by exactly that power; negating the terms negates the result.
class FixedScale {
 public:
  // 1e-200 <= bound <= 1e200, in the unit of the terms.
  static FixedScale for_bound(double bound) {
    DROVER_CHECK(bound >= 1e-200 && bound <= 1e200, "the bound of a sum is out of range");
    const int exponent = static_cast<int>(std::bit_cast<std::uint64_t>(bound) >> 52) - kBias;
    return FixedScale(exponent - kTermBits + 1);
  }

  // The term as a whole number of steps, rounded to nearest (ties to even). Terms up to 512 bounds convert
  // rightly, using up the room for further terms; NaN and larger ones give garbage.
  std::int64_t to_fixed(double term) const {
    const auto steps = std::bit_cast<std::uint64_t>(term + rounding_constant_) -
                       std::bit_cast<std::uint64_t>(rounding_constant_);
    return static_cast<std::int64_t>(steps);
  }

  // The sum in the unit of the terms; rounded once, and exact below 2^53 steps.
  double to_double(std::int64_t sum) const { return static_cast<double>(sum) * step_; }

  double step() const { return step_; }

  // The magic constant that rounds a term when added to it: to_fixed(term) is the difference of the bit
  // patterns of term + rounding_constant() and of rounding_constant(). For sums that subtract the latter once
  // for all terms.
  double rounding_constant() const { return rounding_constant_; }

 private:
  static constexpr int kBias = 1023;
  static constexpr int kTermBits = 42;

  // At 1.5 * 2^52 steps a double can hold whole steps only: adding it rounds the term, and since all such
  // doubles share one exponent, the difference of the bit patterns counts the steps.
  explicit FixedScale(int step_exponent)
      : step_(power_of_two(step_exponent)), rounding_constant_(1.5 * power_of_two(step_exponent + 52)) {}

  static double power_of_two(int exponent) {
    return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + kBias) << 52);
  }

  double step_;
  double rounding_constant_;
};

}  // namespace drover
