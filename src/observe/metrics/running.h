// Running statistics of metrics.
#pragma once

#include <cstdint>
#include <optional>

#include "core/vec3.h"

namespace drover {

// The part of a whole; absent where that is zero.
inline std::optional<double> ratio_of(double part, double whole) {
  return whole == 0.0 ? std::nullopt : std::optional(part / whole);
}

// The mean of the values added, in order; absent before the first.
class RunningMean {
 public:
  void add(double value) {
    sum_ += value;
    ++count_;
  }
  void add_all(const RunningMean& other) {
    sum_ += other.sum_;
    count_ += other.count_;
  }
  std::optional<double> mean() const { return ratio_of(sum_, static_cast<double>(count_)); }
  double sum() const { return sum_; }
  std::uint64_t count() const { return count_; }

 private:
  double sum_ = 0.0;
  std::uint64_t count_ = 0;
};

// The least or the greatest value added; absent before the first.
class RunningExtreme {
 public:
  void keep_least(double value) { value_ = value_ ? smaller(*value_, value) : value; }
  void keep_greatest(double value) { value_ = value_ ? larger(*value_, value) : value; }
  const std::optional<double>& value() const { return value_; }

 private:
  std::optional<double> value_;
};

}  // namespace drover
