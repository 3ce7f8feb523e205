// Quantiles of a great many numbers without keeping them.
#pragma once

#include <bit>
#include <cstdint>
#include <map>
#include <optional>

namespace drover {

// Counts numbers that agree in sign, exponent and the first ten binary digits after the leading one.
// Quantiles are nearest-rank quantiles of the numbers so rounded towards zero: off by less than 0.1 %, exact
// for whole numbers up to 2048, and independent of the order of the numbers. The cost does not grow with
// their number.
class Quantiles {
 public:
  // The number is not NaN.
  void add(double value) {
    ++counts_[rounded(value)];
    ++count_;
  }

  // The least rounded number that at least the fraction `p` of all do not exceed; absent without numbers.
  // `p` is above 0 and at most 1.
  std::optional<double> at(double p) const {
    const double rank = p * static_cast<double>(count_);
    std::uint64_t up_to_here = 0;
    for (const auto& [value, count] : counts_) {
      up_to_here += count;
      if (static_cast<double>(up_to_here) >= rank) return value;
    }
    return std::nullopt;
  }

 private:
  static double rounded(double value) {
    constexpr std::uint64_t kDroppedDigits = (std::uint64_t{1} << 42) - 1;
    return std::bit_cast<double>(std::bit_cast<std::uint64_t>(value) & ~kDroppedDigits);
  }

  std::map<double, std::uint64_t> counts_;
  std::uint64_t count_ = 0;
};

}  // namespace drover
