// Navigation grids drawn with a character per cell, the highest row first: # is blocked, digits are costs,
// all else is ordinary ground. Cells are 1 m wide and their centers have whole coordinates
// unless a drawing says otherwise.
#pragma once

#include <string>
#include <vector>

#include "sim/navigation/grid_map.h"

namespace drover {

using MapRows = std::vector<std::string>;

struct Wall {
  Vec3 a;
  Vec3 b;
};

struct Drawing {
  int connectivity = 8;
  CornerCutting corners = CornerCutting::never;
  Vec3 origin = {-0.5, -0.5, 0.0};
  bool wraps = false;
  // Bodies of this radius keep it from the walls, with the centers they move between and on the way [m].
  double radius = 0.0;
  std::vector<Wall> walls = {};
};

GridMap drawn_map(const MapRows& rows, const Drawing& drawing = {});
// An empty one.
GridMap open_map(std::int64_t width, std::int64_t height, const Drawing& drawing = {});

// The cells with a mark, in the order of their indices.
std::vector<CellIndex> marked_cells(const MapRows& rows, char mark);
CellIndex marked_cell(const MapRows& rows, char mark);

// A cell opens or closes, as a door does: the moves around it are found anew.
void set_door(GridMap& map, GridCell cell, bool is_open);

// The map that most numbers are of: S below a bar and G above it.
const MapRows& bar_rows();
// The same with a bar from edge to edge.
const MapRows& closed_rows();
// 60 x 40 cells, walls in column 20 from below and in column 40 from above.
GridMap two_walls(int connectivity);

// Cells of a way as "(3,0)(2,1)".
std::string cells_text(const GridMap& map, const std::vector<CellIndex>& cells);

}  // namespace drover
