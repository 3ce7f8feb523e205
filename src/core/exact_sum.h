// Sums of doubles without any rounding until the end. Every term is split into two whole numbers of steps
// (core/fixed_sum.h): one of coarse steps, and one of fine steps for what is left. Integers are added, so the
// sum depends neither on the order of the terms nor on how they were grouped, and a term can be taken away
// again.
#pragma once

#include "core/fixed_sum.h"

namespace drover {

__extension__ typedef __int128 WideInteger;

// Of up to 2^40 terms with |term| <= bound. Bits of a term below bound * 2^-82 are lost.
class ExactScale {
 public:
  // 1e-150 <= bound <= 1e150, in the unit of the terms.
  static ExactScale for_bound(double bound) { return ExactScale(FixedScale::for_bound(bound)); }

  WideInteger to_fixed(double term) const {
    const std::int64_t coarse = coarse_.to_fixed(term);
    const double rest = term - coarse_.to_double(coarse);  // exact: both are multiples of the term's last bit
    return static_cast<WideInteger>(coarse) * kFineSteps + fine_.to_fixed(rest);
  }

  // The sum in the unit of the terms, rounded once.
  double to_double(WideInteger sum) const { return static_cast<double>(sum) * fine_.step(); }

 private:
  // The rest is at most half a coarse step, which is a power of two; see FixedScale::for_bound.
  static constexpr WideInteger kFineSteps = WideInteger{1} << 41;

  explicit ExactScale(const FixedScale& coarse)
      : coarse_(coarse), fine_(FixedScale::for_bound(coarse.step())) {}

  FixedScale coarse_, fine_;
};

}  // namespace drover
