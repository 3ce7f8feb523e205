// Columns for a range of agents: the scratch memory of a chunk, indexed by agent like the columns of all
// agents but without storage for all of them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <span>
#include <vector>

#include "core/parameter.h"

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

inline std::vector<AgentIndex> indices_in(AgentRange range) {
  std::vector<AgentIndex> indices(range.last - range.first);
  std::iota(indices.begin(), indices.end(), range.first);
  return indices;
}

template <class T>
class AgentColumn {
 public:
  void resize(std::size_t count) { values_.assign(count, T{}); }
  // From now on the column holds agents from this one on. The entries keep stale values.
  void begin_at(AgentIndex first) { first_ = first; }

  T& operator[](AgentIndex i) { return values_[i - first_]; }
  const T& operator[](AgentIndex i) const { return values_[i - first_]; }

 private:
  AgentIndex first_ = 0;
  std::vector<T> values_;
};

}  // namespace drover
