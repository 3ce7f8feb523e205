// Optimal assignment by the plainest means: the Hungarian algorithm on a square table (Kuhn 1955, Munkres
// 1957), then the rule of ties by trying one slot after the other. For tables too large to try all
// assignments.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "core/exact_sum.h"
#include "formations/cost_table.h"

namespace drover::test {

// Below the members come as many rows without costs as there are slots, and beside the slots as many columns
// as members, in which a member is unplaced.
class PlainAssignment {
 public:
  explicit PlainAssignment(const CostTable& costs) : costs_(costs), size_(costs.members() + costs.slots()) {
    WideInteger sum = 1;
    for (std::size_t member = 0; member < costs.members(); ++member) {
      for (const Cost cost : costs.row(member))
        sum += cost == kForbidden ? 0 : cost;
    }
    unplaced_ = sum;
    u_.assign(size_, 0);
    v_.assign(size_, 0);
    row_of_.assign(size_, kUnplaced);
    column_of_.assign(size_, kUnplaced);
    for (std::size_t row = 0; row < size_; ++row)
      place(row);
    for (std::size_t row = 0; row < costs.members(); ++row)
      prefer_low_slots(row);
  }

  std::vector<std::size_t> slots() const {
    std::vector<std::size_t> slots(column_of_.begin(),
                                   column_of_.begin() + static_cast<std::ptrdiff_t>(costs_.members()));
    for (std::size_t& slot : slots) {
      if (slot >= costs_.slots()) slot = kUnplaced;
    }
    return slots;
  }

 private:
  WideInteger cost(std::size_t row, std::size_t column) const {
    if (row >= costs_.members()) return 0;
    if (column >= costs_.slots()) return unplaced_;
    const Cost cost = costs_.at(row, column);
    return cost == kForbidden ? unplaced_ * (static_cast<WideInteger>(size_) + 1) : cost;
  }
  WideInteger reduced(std::size_t row, std::size_t column) const {
    return cost(row, column) - u_[row] - v_[column];
  }

  void place(std::size_t first) {
    std::vector<WideInteger> least(size_, unplaced_ * static_cast<WideInteger>(size_ + 1) * 4);
    std::vector<std::size_t> from(size_);
    std::vector<bool> is_done(size_);
    std::vector<std::size_t> done;
    std::size_t row = first;
    std::size_t column = 0;
    for (;;) {
      column = kUnplaced;
      for (std::size_t j = 0; j < size_; ++j) {
        if (is_done[j]) continue;
        if (const WideInteger way = reduced(row, j); way < least[j]) {
          least[j] = way;
          from[j] = row;
        }
        if (column == kUnplaced || least[j] < least[column]) column = j;
      }
      const WideInteger step = least[column];
      u_[first] += step;
      for (const std::size_t j : done) {
        u_[row_of_[j]] += step;
        v_[j] -= step;
      }
      for (std::size_t j = 0; j < size_; ++j) {
        if (!is_done[j]) least[j] -= step;
      }
      is_done[column] = true;
      if (row_of_[column] == kUnplaced) break;
      done.push_back(column);
      row = row_of_[column];
    }
    for (;;) {
      const std::size_t taker = from[column];
      row_of_[column] = taker;
      std::swap(column, column_of_[taker]);
      if (taker == first) return;
    }
  }

  void prefer_low_slots(std::size_t row) {
    for (std::size_t column = 0; column < std::min(column_of_[row], costs_.slots()); ++column) {
      if (reduced(row, column) != 0 || row_of_[column] < row) continue;
      std::vector<bool> is_seen(size_);
      is_seen[column] = true;
      const std::size_t owner = row_of_[column];
      if (!moves_on(owner, row, is_seen)) continue;
      row_of_[column] = row;
      column_of_[row] = column;
      return;
    }
  }

  // Whether the row finds another column, so that in the end that of `settling` is taken.
  bool moves_on(std::size_t row, std::size_t settling, std::vector<bool>& is_seen) {
    for (std::size_t column = 0; column < size_; ++column) {
      if (is_seen[column] || reduced(row, column) != 0) continue;
      const std::size_t owner = row_of_[column];
      if (owner < settling) continue;
      is_seen[column] = true;
      if (owner != settling && !moves_on(owner, settling, is_seen)) continue;
      row_of_[column] = row;
      column_of_[row] = column;
      return true;
    }
    return false;
  }

  const CostTable& costs_;
  std::size_t size_;
  WideInteger unplaced_ = 0;
  std::vector<WideInteger> u_, v_;
  std::vector<std::size_t> row_of_, column_of_;
};

}  // namespace drover::test
