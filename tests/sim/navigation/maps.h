// Navigation grids drawn as text, the highest row first: `#` is a blocked cell. Cells of 1 m from the origin.
#pragma once

#include <string>
#include <vector>

#include "sim/navigation/grid_map.h"

namespace drover::test {

using DrawnMap = std::vector<std::string>;

// A wall between start (3, 0) and goal (3, 4), with ways round both ends.
inline const DrawnMap kMapW = {"...G...",  //
                               ".......",  //
                               ".#####.",  //
                               ".......",  //
                               "...S..."};

inline GridMap grid_map(const DrawnMap& rows, int connectivity = 8,
                        CornerCutting corners = CornerCutting::never) {
  GridFrame frame;
  frame.width = static_cast<std::int64_t>(rows.front().size());
  frame.height = static_cast<std::int64_t>(rows.size());
  GridMap map(frame, connectivity, corners);
  for (CellIndex cell = 0; cell < frame.cell_count(); ++cell) {
    const GridCell at = frame.cell(cell);
    const std::string& row = rows[rows.size() - 1 - static_cast<std::size_t>(at.y)];
    map.set_free(cell, row[static_cast<std::size_t>(at.x)] != '#');
  }
  map.connect_all();
  return map;
}

}  // namespace drover::test
