// Costs of filling a slot: whole numbers of 2^-20, so that sums are exact and ties are the same everywhere.
#pragma once

#include <cstdint>
#include <limits>

#include "core/vec3.h"

namespace drover {

// In multiples of kCostStep.
using Cost = std::int64_t;
inline constexpr double kCostStep = 0x1p-20;
inline constexpr double kCostLimit = 1e9;
// A member that must not fill the slot.
inline constexpr Cost kForbidden = std::numeric_limits<Cost>::max();

// The nearest whole number of steps, ties to even. Costs beyond the limit count as the limit, negative ones
// as zero, and NaN is forbidden.
inline Cost to_cost(double value) {
  if (!(value == value)) return kForbidden;
  constexpr double kRounding =
      0x1p52;  // beyond it doubles are whole numbers; added and taken away, it rounds
  const double steps = clamp(value, 0.0, kCostLimit) * 0x1p20;
  return static_cast<Cost>((steps + kRounding) - kRounding);
}

// In the unit of the cost; infinite for what is forbidden.
inline double to_double(Cost cost) {
  return cost == kForbidden ? std::numeric_limits<double>::infinity() : static_cast<double>(cost) * kCostStep;
}

}  // namespace drover
