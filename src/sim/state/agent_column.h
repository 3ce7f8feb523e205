// Columns for a stretch of agents: what a chunk of a step works with, found by the index of the agent as in
// the columns of all agents, without room for all of them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "core/quantity.h"

namespace drover {

// Agents with ascending indices, of which one is `first` at least and before `last`.
struct AgentRange {
  AgentIndex first = 0, last = 0;
};

// Those of an ascending list that are in the range.
inline std::span<const AgentIndex> within(AgentRange range, std::span<const AgentIndex> ascending) {
  const auto begin = std::lower_bound(ascending.begin(), ascending.end(), range.first);
  return {begin, std::lower_bound(begin, ascending.end(), range.last)};
}

template <class T>
class AgentColumn {
 public:
  void resize(std::size_t count) { values_.assign(count, T{}); }
  // The column holds agents from this one on. What it says of them is left over from others.
  void begin_at(AgentIndex first) { first_ = first; }

  T& operator[](AgentIndex i) { return values_[i - first_]; }
  const T& operator[](AgentIndex i) const { return values_[i - first_]; }

 private:
  AgentIndex first_ = 0;
  std::vector<T> values_;
};

}  // namespace drover
