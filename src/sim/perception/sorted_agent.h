// An agent in the order of the cells of the neighbor grid.
#pragma once

#include <cstdint>

namespace drover {

// What other agents perceive of an agent. The fields lie together because the sort writes all of them at once
// and a search reads all of them.
struct SortedAgent {
  double x, y;                        // m
  std::int64_t heading_x, heading_y;  // unit heading, in the steps that headings are summed in
  std::uint32_t agent;                // index
  std::uint32_t cell;                 // of the grid the agents are sorted by
};

// The sorted agents `begin` to `end` - 1.
struct IndexRange {
  std::uint32_t begin, end;
};

}  // namespace drover
