// The numbers a behavior, an arbiter or a condition remembers for each agent.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>

namespace drover {

// A table of numbers that does not grow. Constness is shallow, as of a span: whoever may see the table may
// write the numbers.
class Memory {
 public:
  Memory() = default;
  Memory(std::size_t rows, std::size_t per_row)
      : per_row_(per_row), size_(rows * per_row), values_(std::make_unique<double[]>(size_)) {}

  std::span<double> row(std::size_t index) const { return values().subspan(index * per_row_, per_row_); }
  std::span<double> values() const { return {values_.get(), size_}; }
  std::size_t per_row() const { return per_row_; }

  // Takes the numbers of a table of the same size.
  void assign(std::span<const double> numbers) const {
    std::copy(numbers.begin(), numbers.end(), values_.get());
  }

 private:
  std::size_t per_row_ = 0;
  std::size_t size_ = 0;
  std::unique_ptr<double[]> values_;
};

}  // namespace drover
