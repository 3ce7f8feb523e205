// The names of the arithmetic and of the form of hashes: runs of one scenario with the same profile give the
// same bits, and hashes of the same form can be compared.
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
// Changes when states or scenarios that stay the same get other hashes.
inline constexpr std::string_view kHashForm = "H2";
// That of files that name none.
inline constexpr std::string_view kFirstHashForm = "H1";
inline constexpr std::string_view kHashFormChange =
    "Since H2 columns of a state that hold their initial value everywhere do not count in its hash, nor keys "
    "of "
    "a scenario that have their default or are not read.";
inline constexpr std::string_view kNumericsDescription =
    "double, no contraction, own elementary functions, Philox4x32-10, order-free sums";

}  // namespace drover
