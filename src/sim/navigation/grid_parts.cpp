#include "sim/navigation/grid_parts.h"

namespace drover {

void GridParts::find(const GridMap& map) {
  parts_.assign(map.frame().cell_count(), kNoCell);
  waiting_.clear();
  for (CellIndex first = 0; first < parts_.size(); ++first) {
    const auto take = [&](CellIndex cell, std::size_t) {
      if (parts_[cell] != kNoCell) return;
      parts_[cell] = first;
      waiting_.push_back(cell);
    };
    if (map.is_free(first)) take(first, 0);
    while (!waiting_.empty()) {
      const CellIndex cell = waiting_.back();
      waiting_.pop_back();
      map.visit_moves(cell, take);
      map.visit_moves_to(cell, map.move_count(), take);
    }
  }
}

}  // namespace drover
