// One value per agent, stored once as long as it is the same for all of them: in most worlds most limits are
// equal, and a value stored once costs neither memory nor bandwidth.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <type_traits>
#include <vector>

#include "core/parameter.h"

namespace drover {

template <class T>
class SharedColumn {
 public:
  SharedColumn() = default;
  SharedColumn(std::initializer_list<T> values) {
    for (const T& value : values)
      push_back(value);
  }

  std::size_t size() const { return size_; }
  T operator[](AgentIndex i) const { return entries_[i & mask_]; }

  // `count` agents with the same number.
  void assign(std::size_t count, T value) {
    entries_.assign(count == 0 ? 0 : 1, value);
    size_ = count;
    mask_ = 0;
  }
  void push_back(T value) {
    if (size_ == 0) return assign(1, value);
    if (is_uniform() && !same(value, entries_.front())) materialize();
    ++size_;
    if (!is_uniform()) entries_.push_back(value);
  }
  // The first number that differs, be it in the sign of zero, materializes the column.
  void set(AgentIndex i, T value) {
    if (same((*this)[i], value)) return;
    if (is_uniform()) materialize();
    entries_[i & mask_] = value;
  }

  // Stores an entry per agent. From then on nothing allocates, and several threads may set the
  // values of different agents at once.
  void materialize() {
    if (!is_uniform()) return;
    if (size_ > 0) entries_.resize(size_, entries_.front());
    mask_ = static_cast<AgentIndex>(-1);
  }
  bool is_uniform() const { return mask_ == 0; }

  // The stored values: one where the column is uniform, else one per agent.
  std::span<const T> entries() const { return entries_; }
  // To be changed, where the column is materialized.
  std::span<T> own_entries() { return entries_; }

  std::vector<T> to_vector() const {
    if (!is_uniform()) return entries_;
    return size_ == 0 ? std::vector<T>{} : std::vector<T>(size_, entries_.front());
  }

  // Whether the numbers are equal, however they are kept.
  friend bool operator==(const SharedColumn& a, const SharedColumn& b) {
    if (a.size_ != b.size_) return false;
    if (a.is_uniform() && b.is_uniform()) return a.size_ == 0 || a.entries_.front() == b.entries_.front();
    for (AgentIndex i = 0; i < a.size_; ++i) {
      if (!(a[i] == b[i])) return false;
    }
    return true;
  }

 private:
  static bool same(T a, T b) {
    if constexpr (std::is_same_v<T, double>)
      return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
    return a == b;
  }

  std::vector<T> entries_;  // one, or one per agent
  std::size_t size_ = 0;
  AgentIndex mask_ = 0;  // of the index of an entry: 0 while uniform
};

// The greatest value, at least `min`.
template <class T>
T greatest(const SharedColumn<T>& column, T min) {
  for (const T& value : column.entries())
    min = min < value ? value : min;
  return min;
}

}  // namespace drover
