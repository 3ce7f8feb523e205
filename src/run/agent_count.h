// How many agents were in the world during a run: events add and remove them.
#pragma once

#include <algorithm>
#include <cstddef>

namespace drover {

struct AgentCount {
  std::size_t first = 0;
  std::size_t min = 0;
  std::size_t max = 0;
  std::size_t last = 0;

  static AgentCount beginning_with(std::size_t count) { return {count, count, count, count}; }

  // The number of agents in the next state.
  void observe(std::size_t count) {
    min = std::min(min, count);
    max = std::max(max, count);
    last = count;
  }
};

}  // namespace drover
