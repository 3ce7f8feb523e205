// The name of the arithmetic: runs of one scenario with the same profile give the same bits.
#pragma once

#include <string_view>

namespace drover {

// Changes when the bits of elementary functions, random numbers or sums change on purpose.
inline constexpr std::string_view kNumericsProfile = "D1";
inline constexpr std::string_view kNumericsDescription =
    "double, no contraction, own elementary functions, Philox4x32-10, order-free sums";

}  // namespace drover
