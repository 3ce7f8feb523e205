// The few slots that are cheapest to each member, while prices of slots rise: what most searches for an
// assignment look at (the short lists of Jonker & Volgenant, Computing 38, 1987).
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace drover {

// Members are rows of costs, slots are columns; v <= 0 of a column is its price, negative. A list holds the
// columns with the least c - v when it was made. As v only falls, what was not listed then costs at least
// what `bound` says for ever.
template <class Integer>
class CheapestSlots {
 public:
  struct Entry {
    Integer cost;
    std::uint32_t column;
  };

  static constexpr std::size_t kLength = 32;

  void reserve(std::size_t rows, std::size_t columns) {
    entries_.reserve(rows * std::min(kLength, columns));
    bounds_.reserve(rows);
    found_.reserve(2 * kLength);
  }

  // The costs by row have to stay where they are. A list is made when it is first renewed; no c - v is below
  // `least`, and all are below `greatest`.
  void start(const Integer* costs, std::size_t rows, std::size_t columns, Integer least, Integer greatest) {
    costs_ = costs;
    columns_ = columns;
    length_ = std::min(kLength, columns);
    least_ = least;
    greatest_ = greatest;
    bounds_.assign(rows, least);
    entries_.clear();
    for (std::size_t row = 0; row < rows; ++row) {
      for (std::size_t k = 0; k < length_; ++k)
        entries_.push_back(entry(row, k * columns / length_));
    }
  }

  // Whether lists hold all columns.
  bool are_complete() const { return length_ == columns_; }
  std::span<const Entry> list(std::size_t row) const { return {entries_.data() + row * length_, length_}; }
  // c - v of all other columns is at least this.
  Integer bound(std::size_t row) const { return bounds_[row]; }

  void renew(std::size_t row, const Integer* v) {
    if (are_complete()) {
      bounds_[row] = greatest_;
      return;
    }
    const std::span<Entry> list = std::span(entries_).subspan(row * length_, length_);
    // Members who come one after the other often stand side by side and find the same slots cheap.
    if (bounds_[row] == least_ && row > 0) {
      for (std::size_t k = 0; k < length_; ++k)
        list[k] = entry(row, entries_[(row - 1) * length_ + k].column);
    }
    const Integer* const costs = costs_ + row * columns_;
    Integer limit = 1 + key_of(*std::ranges::max_element(list, {}, [&](Entry e) { return key_of(e, v); }), v);
    found_.clear();
    std::size_t column = 0;
    const auto find = [&](std::size_t end) {
      for (; column < end; ++column) {
        if (const Integer key = costs[column] - v[column]; key < limit) {
          found_.push_back({key, static_cast<std::uint32_t>(column)});
          if (found_.size() == 2 * length_) limit = keep_cheapest();
        }
      }
    };
    while (column + kLanes <= columns_) {
      // Negative if any is; a compiler makes vectors of it.
      Integer signs = 0;
      for (std::size_t k = 0; k < kLanes; ++k)
        signs |= costs[column + k] - v[column + k] - limit;
      if (signs < 0) {
        find(column + kLanes);
      } else {
        column += kLanes;
      }
    }
    find(columns_);
    bounds_[row] = keep_cheapest();
    for (std::size_t k = 0; k < length_; ++k)
      list[k] = entry(row, found_[k].column);
  }

 private:
  static constexpr std::size_t kLanes = 8;

  struct Found {
    Integer key;  // c - v
    std::uint32_t column;
    auto operator<=>(const Found&) const = default;
  };

  Entry entry(std::size_t row, std::size_t column) const {
    return {costs_[row * columns_ + column], static_cast<std::uint32_t>(column)};
  }
  static Integer key_of(const Entry& entry, const Integer* v) { return entry.cost - v[entry.column]; }

  // The greatest key that is kept.
  Integer keep_cheapest() {
    const auto last = found_.begin() + static_cast<std::ptrdiff_t>(length_ - 1);
    std::ranges::nth_element(found_, last);
    found_.resize(length_);
    return found_.back().key;
  }

  const Integer* costs_ = nullptr;
  std::size_t columns_ = 0, length_ = 0;
  Integer least_ = 0, greatest_ = 0;
  std::vector<Entry> entries_;
  std::vector<Integer> bounds_;
  std::vector<Found> found_;
};

}  // namespace drover
