// A priority queue of cells by (distance, index), for searches that spread outwards: no distance that is
// pushed is less than the last one that was popped, nor by more than `reach` greater.
//
// A calendar queue (Brown 1988): a ring of buckets, each as wide as a part of that reach. Only the bucket
// that is being emptied is a heap, so that the order is exact and heaps stay small.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "sim/navigation/grid_frame.h"

namespace drover {

class DistanceQueue {
 public:
  struct Entry {
    double distance;
    CellIndex cell;
  };

  // Empties it.
  void start(double reach) {
    per_meter_ = kParts / reach;
    first_ = 0;
    number_ = 0.0;
    occupied_ = 0;
    heap_.clear();
    for (std::vector<Entry>& bucket : ring_)
      bucket.clear();
  }

  bool is_empty() const { return heap_.empty() && occupied_ == 0; }

  void push(Entry entry) {
    if (is_empty()) number_ = std::floor(entry.distance * per_meter_);
    const double later = std::floor(entry.distance * per_meter_) - number_;
    if (later >= 1.0) {
      const auto ahead = std::min(static_cast<unsigned>(later), kBuckets - 1);
      ring_[(first_ + ahead) % kBuckets].push_back(entry);
      occupied_ |= std::uint64_t{1} << ahead;
    } else {
      heap_.push_back(entry);
      std::push_heap(heap_.begin(), heap_.end(), is_later);
    }
  }

  // The first one, of a queue that is not empty.
  const Entry& top() {
    if (heap_.empty()) {
      const auto ahead = static_cast<unsigned>(std::countr_zero(occupied_));
      first_ = (first_ + ahead) % kBuckets;
      number_ += ahead;
      occupied_ = occupied_ >> ahead & ~std::uint64_t{1};
      // Copied, so that every bucket keeps its room for the next time.
      heap_.assign(ring_[first_].begin(), ring_[first_].end());
      ring_[first_].clear();
      std::make_heap(heap_.begin(), heap_.end(), is_later);
    }
    return heap_.front();
  }
  Entry pop() {
    const Entry entry = top();
    std::pop_heap(heap_.begin(), heap_.end(), is_later);
    heap_.pop_back();
    return entry;
  }

 private:
  static constexpr unsigned kBuckets = 64;
  static constexpr double kParts = 60.0;  // of the reach: less than there are buckets

  static bool is_later(const Entry& a, const Entry& b) {
    return b.distance < a.distance || (b.distance == a.distance && b.cell < a.cell);
  }

  double per_meter_ = 1.0;  // buckets per meter
  unsigned first_ = 0;      // the bucket in the ring whose entries are in the heap
  double number_ = 0.0;     // of that bucket, counted from distance 0
  // Of the buckets after it, a bit each: bit k is the one k buckets later.
  std::uint64_t occupied_ = 0;
  std::vector<Entry> heap_;
  std::array<std::vector<Entry>, kBuckets> ring_;
};

}  // namespace drover
