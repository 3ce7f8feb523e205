#include "observe/dataset/number_text.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

#include <fmt/compile.h>

namespace drover {
namespace {

constexpr int kMostDigits = 17;  // of a double that is as short as it can be

constexpr auto kPowersOfTen = [] {
  std::array<std::uint64_t, kMostDigits + 1> powers{1};
  for (std::size_t k = 1; k < powers.size(); ++k)
    powers[k] = 10 * powers[k - 1];
  return powers;
}();

// "00" to "99".
constexpr auto kPairs = [] {
  std::array<char, 200> text{};
  for (std::size_t k = 0; k < 100; ++k) {
    text[2 * k] = static_cast<char>('0' + k / 10);
    text[2 * k + 1] = static_cast<char>('0' + k % 10);
  }
  return text;
}();

// 1233 / 4096 is a little less than the logarithm of 2 to the base 10.
int digit_count(std::uint64_t value) {
  const auto least = static_cast<std::size_t>((std::bit_width(value) * 1233) >> 12);
  return static_cast<int>(least) + (value >= kPowersOfTen[least] ? 1 : 0);
}

// Eight digits, with leading zeros.
void put_eight(std::uint32_t value, char* out) {
  const std::uint32_t high = value / 10000;
  const std::uint32_t low = value % 10000;
  std::memcpy(out, &kPairs[2 * (high / 100)], 2);
  std::memcpy(out + 2, &kPairs[2 * (high % 100)], 2);
  std::memcpy(out + 4, &kPairs[2 * (low / 100)], 2);
  std::memcpy(out + 6, &kPairs[2 * (low % 100)], 2);
}

// All seventeen digits of a significand, with leading zeros, and as many characters again, so that copies of
// a constant size, which are the fastest, may begin at any digit.
using Digits = std::array<char, 2 * kMostDigits>;

Digits digits_of(std::uint64_t significand) {
  Digits digits{};
  digits[0] = static_cast<char>('0' + significand / kPowersOfTen[16]);
  const std::uint64_t rest = significand % kPowersOfTen[16];
  put_eight(static_cast<std::uint32_t>(rest / kPowersOfTen[8]), digits.data() + 1);
  put_eight(static_cast<std::uint32_t>(rest % kPowersOfTen[8]), digits.data() + 9);
  return digits;
}

// significand * 10^exponent for a negative exponent, from 1e-4 on.
char* put_decimal(std::uint64_t significand, int exponent, char* out) {
  const Digits digits = digits_of(significand);
  const int count = digit_count(significand);
  const int whole = count + exponent;  // digits before the decimal point
  const char* const first = digits.data() + (kMostDigits - count);
  if (whole <= 0) {
    std::memcpy(out, "0.000", 5);
    out += 2 - whole;
    std::memcpy(out, first, kMostDigits);
    return out + count;
  }
  std::memcpy(out, first, kMostDigits - 1);
  out[whole] = '.';
  std::memcpy(out + whole + 1, first + whole, kMostDigits - 1);
  return out + count + 1;
}

// What fmt writes for "{}", and sooner for decimal fractions of the usual size. The shortest digits are
// fmt's, by the algorithm of Jeon, Dragonbox (2020); the function is none of fmt's public ones, and where a
// version of fmt lacks it, the last line alone writes the same.
char* put_shortest(double value, char* out) {
  const double magnitude = std::fabs(value);
  if (magnitude >= 1e-4 && magnitude < 1e16) {
    const auto shortest = fmt::detail::dragonbox::to_decimal(magnitude);
    if (shortest.exponent < 0) {
      *out = '-';
      return put_decimal(shortest.significand, shortest.exponent, out + (value < 0.0 ? 1 : 0));
    }
  }
  return fmt::format_to(out, FMT_COMPILE("{}"), value == 0.0 ? 0.0 : value);
}

}  // namespace

char* put_number(double value, std::optional<int> digits, char* out) {
  // std::to_chars chooses another notation for some numbers.
  if (!digits) return put_shortest(value, out);
  char* const end = fmt::format_to(out, FMT_COMPILE("{:.{}f}"), value, *digits);
  const bool is_zero = std::all_of(out, end, [](char c) { return c == '-' || c == '0' || c == '.'; });
  return is_zero && *out == '-' ? std::copy(out + 1, end, out) : end;
}

void append_number(double value, std::optional<int> digits, fmt::memory_buffer& out) {
  std::array<char, kLongestFixedNumber> text{};
  out.append(text.data(), put_number(value, digits, text.data()));
}

}  // namespace drover
