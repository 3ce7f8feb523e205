// Numbers as text, the same in every text format.
#pragma once

#include <optional>

#include <fmt/format.h>

namespace drover {

// Digits behind the decimal point that can be asked for.
inline constexpr int kMaxDigits = 17;

// The longest text of a double: "-1" with 308 zeros, the point and kMaxDigits digits.
inline constexpr std::size_t kLongestFixedNumber = 330;
// The longest without a number of digits: "-2.2250738585072014e-308".
inline constexpr std::size_t kLongestNumber = 24;
// What is written beyond the end of such a text, at most, and means nothing.
inline constexpr std::size_t kBeyondNumber = 16;

// Writes a finite number and returns the end of its text: without `digits` the shortest text that reads back
// to the same double, else so many digits behind the decimal point. -0 is written as 0, and so is what is
// rounded to it. There is room for kLongestFixedNumber characters; without `digits` for kLongestNumber and
// kBeyondNumber.
char* put_number(double value, std::optional<int> digits, char* out);

void append_number(double value, std::optional<int> digits, fmt::memory_buffer& out);

}  // namespace drover
