// The name of the arithmetic: runs of one scenario with the same profile give the same bits.
#pragma once

#include <string_view>

namespace drover {

// Changes when the bits of elementary functions, random numbers or sums, or laws of motion and their
// defaults, change on purpose.
inline constexpr std::string_view kNumericsProfile = "D2";
// What is different since the one before, for files that belong to that.
inline constexpr std::string_view kNumericsChange =
    "Since D2 the defaults of clip, facing, turn, separation, brakes_in_time and moderation let bodies come "
    "to rest; "
    "CHANGELOG.md names the former ones.";
inline constexpr std::string_view kNumericsDescription =
    "double, no contraction, own elementary functions, Philox4x32-10, order-free sums";

}  // namespace drover
