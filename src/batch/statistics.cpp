#include "batch/statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <boost/math/distributions/students_t.hpp>

#include "batch/sweeps/axis.h"

namespace drover {

// Two passes: the sum of squares of what is left after the mean does not cancel.
Sample::Sample(std::vector<double> values) : sorted_(std::move(values)) {
  std::ranges::sort(sorted_);
  const auto n = static_cast<double>(sorted_.size());
  double sum = 0.0;
  for (const double value : sorted_)
    sum += value;
  mean_ = sum / n;
  for (const double value : sorted_)
    sum_of_squares_ += (value - mean_) * (value - mean_);
}

double Sample::deviation() const {
  if (count() < 2) return std::numeric_limits<double>::quiet_NaN();
  return std::sqrt(sum_of_squares_ / static_cast<double>(count() - 1));
}

double Sample::quantile(double share) const {
  const double place = share * static_cast<double>(count() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, count() - 1);
  return sorted_[below] + (place - static_cast<double>(below)) * (sorted_[above] - sorted_[below]);
}

Estimate Sample::interval(double confidence) const {
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  if (count() < 2) return {-kInfinite, kInfinite};
  const double half =
      student_t(confidence, count() - 1) * deviation() / std::sqrt(static_cast<double>(count()));
  return {mean_ - half, mean_ + half};
}

std::size_t Sample::needed(double confidence, double half_width) const {
  if (count() < 2) return 0;
  const auto reaches = [&](std::size_t n) {
    return student_t(confidence, n - 1) * deviation() / std::sqrt(static_cast<double>(n)) <= half_width;
  };
  constexpr std::size_t kMost = 1'000'000'000;
  std::size_t high = 2;
  while (!reaches(high) && high < kMost)
    high *= 2;
  std::size_t low = high / 2;  // does not reach, unless high is 2
  while (high - low > 1) {
    const std::size_t middle = low + (high - low) / 2;
    (middle >= 2 && reaches(middle) ? high : low) = middle;
  }
  return high;
}

double student_t(double confidence, std::size_t degrees_of_freedom) {
  const boost::math::students_t law(static_cast<double>(degrees_of_freedom));
  // The library works with elementary functions whose last bits differ between machines.
  return rounded(boost::math::quantile(law, 0.5 * (1.0 + confidence)));
}

}  // namespace drover
