// Statistics of replications.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace drover {

struct Estimate {
  double low = 0.0;  // of the confidence interval of the mean
  double high = 0.0;
  double half_width() const { return 0.5 * (high - low); }
};

class Sample {
 public:
  // At least one value, all finite.
  explicit Sample(std::vector<double> values);

  std::size_t count() const { return sorted_.size(); }
  double mean() const { return mean_; }
  // With n - 1 in the denominator; NaN for a single value.
  double deviation() const;
  double least() const { return sorted_.front(); }
  double greatest() const { return sorted_.back(); }
  // Interpolated between neighbors: type 7 of Hyndman and Fan, "Sample quantiles in statistical packages",
  // 1996, as numpy, R and Excel do by default.
  double quantile(double share) const;

  // Of the mean, by Student's t distribution; infinite for a single value.
  Estimate interval(double confidence) const;
  // How many replications it takes until the interval reaches no further from the mean than `half_width`, if
  // their deviation is that of these; at least two. 0 for a single value.
  std::size_t needed(double confidence, double half_width) const;

 private:
  std::vector<double> sorted_;
  double mean_ = 0.0;
  double sum_of_squares_ = 0.0;  // of deviations from the mean
};

// The number below which (1 + confidence) / 2 of Student's t distribution lies, to twelve digits.
double student_t(double confidence, std::size_t degrees_of_freedom);

}  // namespace drover
