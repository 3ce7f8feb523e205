// Small text helpers of messages to people.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace drover {

// How many insertions, deletions, replacements and swaps of adjacent bytes turn one text into the other,
// where no part is edited twice (optimal string alignment, a form of the Damerau-Levenshtein distance).
std::size_t edit_distance(std::string_view a, std::string_view b);

// The candidate a person most likely meant, or an empty view where none is near. A candidate that differs by
// the case of ASCII letters only always wins; otherwise the smallest edit distance, case ignored, as long as
// it is at most max(2, a third of the wanted length) and leaves something in common. Of equals a candidate in
// which only letters were left out ("sed" for "seed") comes first, then the first of the list.
std::string_view nearest_name(std::string_view wanted, std::span<const std::string_view> candidates);

// "1 step", "2 steps".
std::string counted(std::uint64_t count, std::string_view word);

// "16 MiB" for whole mebibytes, else "5 bytes".
std::string counted_bytes(std::uint64_t count);

// ASCII letters only.
std::string lower_case(std::string_view text);

std::string join(std::span<const std::string_view> parts, std::string_view separator);

}  // namespace drover
