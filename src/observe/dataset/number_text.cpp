#include "observe/dataset/number_text.h"

#include <algorithm>
#include <array>

#include <fmt/compile.h>

namespace drover {

char* put_number(double value, std::optional<int> digits, char* out) {
  // Of the ways to the same text the fastest; std::to_chars chooses another notation for some numbers.
  if (!digits) return fmt::format_to(out, FMT_COMPILE("{}"), value == 0.0 ? 0.0 : value);
  char* const end = fmt::format_to(out, FMT_COMPILE("{:.{}f}"), value, *digits);
  const bool is_zero = std::all_of(out, end, [](char c) { return c == '-' || c == '0' || c == '.'; });
  return is_zero && *out == '-' ? std::copy(out + 1, end, out) : end;
}

void append_number(double value, std::optional<int> digits, fmt::memory_buffer& out) {
  std::array<char, kLongestFixedNumber> text{};
  out.append(text.data(), put_number(value, digits, text.data()));
}

}  // namespace drover
