// The cells of a grid in a picture: those that look the same become few rectangles, however many they are.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "observe/picture/picture_view.h"
#include "sim/navigation/grid_frame.h"

namespace drover {

// How a cell looks: 0 for nothing, else one of a few looks from 1 on.
using CellLook = std::uint8_t;

struct CellAreas {
  std::vector<std::string> paths;  // by look - 1: the d attribute, empty where no cell in view has it
  std::size_t rectangles = 0;      // in all of them
  std::int64_t block = 1;  // so many cells to a side are drawn as one, which has the least of their looks
};

// Of all cells of a grid, those in view: cells that are too small to see, or more areas than a picture should
// hold, are drawn in blocks.
CellAreas cell_areas(const GridFrame& frame, std::span<const CellLook> looks, const Projection& projection);

// The cells that lie in a part of the world, or nearest to it.
struct CellWindow {
  GridCell first, last;  // both included
};
CellWindow cells_in(const GridFrame& frame, const Rectangle& part);

}  // namespace drover
