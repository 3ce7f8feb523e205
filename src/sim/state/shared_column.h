// One number per agent, kept once as long as it is the same for all of them: most agents of most worlds are
// alike, and what is kept once is neither stored nor read a million times.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <type_traits>
#include <vector>

#include "core/quantity.h"

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
    if (is_shared() && !same(value, entries_.front())) spread();
    ++size_;
    if (!is_shared()) entries_.push_back(value);
  }
  // The first number that differs, be it in the sign of zero, spreads the column.
  void set(AgentIndex i, T value) {
    if (same((*this)[i], value)) return;
    if (is_shared()) spread();
    entries_[i & mask_] = value;
  }

  // Gives every agent an entry of its own. From then on nothing allocates, and several threads may set the
  // numbers of different agents at once.
  void spread() {
    if (!is_shared()) return;
    if (size_ > 0) entries_.resize(size_, entries_.front());
    mask_ = static_cast<AgentIndex>(-1);
  }
  bool is_shared() const { return mask_ == 0; }

  // Every number there is: one where it is shared, else one per agent.
  std::span<const T> entries() const { return entries_; }

  std::vector<T> to_vector() const {
    if (!is_shared()) return entries_;
    return size_ == 0 ? std::vector<T>{} : std::vector<T>(size_, entries_.front());
  }

  // Whether the numbers are equal, however they are kept.
  friend bool operator==(const SharedColumn& a, const SharedColumn& b) {
    if (a.size_ != b.size_) return false;
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
  AgentIndex mask_ = 0;  // of the index of an entry: 0 while shared
};

// The greatest number there is, at least `least`.
template <class T>
T greatest(const SharedColumn<T>& column, T least) {
  for (const T& value : column.entries())
    least = least < value ? value : least;
  return least;
}

}  // namespace drover
