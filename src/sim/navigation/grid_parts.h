// The parts that a grid falls into: between cells of different parts no moves lead.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/navigation/grid_map.h"

namespace drover {

class GridParts {
 public:
  void find(const GridMap& map);

  // The first cell of the part that a cell is in; kNoCell of a blocked one.
  CellIndex part(CellIndex cell) const { return parts_[cell]; }

  // Whether no way leads from a cell to any of others. Within a part there may be none either: moves of one
  // direction join parts as those of both do.
  bool are_apart(CellIndex from, std::span<const CellIndex> others) const {
    return std::ranges::none_of(others,
                                [&](CellIndex to) { return to != kNoCell && parts_[to] == parts_[from]; });
  }

 private:
  std::vector<CellIndex> parts_;  // by cell
  std::vector<CellIndex> waiting_;
};

}  // namespace drover
