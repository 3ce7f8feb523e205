#include "sim/navigation/grid_drawing.h"

#include <stdexcept>

namespace drover {
namespace {

double distance_to_segment(Vec3 p, Vec3 a, Vec3 b) {
  const Vec3 along = b - a;
  const double l2 = length2(along);
  const double t = l2 > 0.0 ? clamp(dot(p - a, along) / l2, 0.0, 1.0) : 0.0;
  return length(p - (a + along * t));
}

double turn(Vec3 a, Vec3 b, Vec3 c) {
  return cross(b - a, c - a).z;
}

double segment_distance(Vec3 a, Vec3 b, Vec3 c, Vec3 d) {
  if (turn(a, b, c) * turn(a, b, d) < 0.0 && turn(c, d, a) * turn(c, d, b) < 0.0) return 0.0;
  return smaller(smaller(distance_to_segment(a, c, d), distance_to_segment(b, c, d)),
                 smaller(distance_to_segment(c, a, b), distance_to_segment(d, a, b)));
}

void put_walls(GridMap& map, const Drawing& drawing) {
  const double room = drawing.radius - 1e-9;
  const GridFrame& frame = map.frame();
  for (const Wall& wall : drawing.walls)
    for (CellIndex cell = 0; cell < frame.cell_count(); ++cell)
      if (distance_to_segment(frame.center(cell), wall.a, wall.b) < room) map.set_free(cell, false);
  map.connect_all();
  for (const Wall& wall : drawing.walls)
    for (CellIndex cell = 0; cell < frame.cell_count(); ++cell)
      map.visit_moves(cell, [&](CellIndex to, std::size_t move) {
        if (segment_distance(frame.center(cell), frame.center(to), wall.a, wall.b) < room)
          map.block_move(cell, move);
      });
}

}  // namespace

GridMap drawn_map(const MapRows& rows, const Drawing& drawing) {
  GridFrame frame;
  frame.origin = drawing.origin;
  frame.width = static_cast<std::int64_t>(rows.front().size());
  frame.height = static_cast<std::int64_t>(rows.size());
  frame.wraps = drawing.wraps;
  GridMap map(frame, drawing.connectivity, drawing.corners);
  for (std::size_t row = 0; row < rows.size(); ++row)
    for (std::size_t column = 0; column < rows[row].size(); ++column) {
      const char mark = rows[row].at(column);
      const CellIndex cell =
          frame.index({static_cast<std::int64_t>(column), static_cast<std::int64_t>(rows.size() - 1 - row)});
      map.set_free(cell, mark != '#');
      if ('0' <= mark && mark <= '9') map.set_cost(cell, mark - '0');
    }
  put_walls(map, drawing);
  return map;
}

GridMap open_map(std::int64_t width, std::int64_t height, const Drawing& drawing) {
  return drawn_map(
      MapRows(static_cast<std::size_t>(height), std::string(static_cast<std::size_t>(width), '.')), drawing);
}

std::vector<CellIndex> marked_cells(const MapRows& rows, char mark) {
  std::vector<CellIndex> cells;
  CellIndex cell = 0;
  for (auto row = rows.rbegin(); row != rows.rend(); ++row)
    for (const char found : *row) {
      if (found == mark) cells.push_back(cell);
      ++cell;
    }
  return cells;
}

CellIndex marked_cell(const MapRows& rows, char mark) {
  const std::vector<CellIndex> cells = marked_cells(rows, mark);
  if (cells.size() != 1) throw std::logic_error("a mark that is not there once");
  return cells.front();
}

void set_door(GridMap& map, GridCell cell, bool is_open) {
  const CellIndex at = map.frame().index(cell);
  map.set_free(at, is_open);
  map.connect(at);
  for (std::size_t move = 0; move < kGridMoves.size(); ++move) {
    const CellIndex neighbor = map.frame().neighbor(at, move);
    if (neighbor != kNoCell) map.connect(neighbor);
  }
  map.find_least_cost();
}

const MapRows& bar_rows() {
  static const MapRows rows = {"...G...",  //
                               ".......",  //
                               ".#####.",  //
                               ".......",  //
                               "...S..."};
  return rows;
}

const MapRows& closed_rows() {
  static const MapRows rows = {"...G...",  //
                               ".......",  //
                               "#######",  //
                               ".......",  //
                               "...S..."};
  return rows;
}

GridMap two_walls(int connectivity) {
  MapRows rows(40, std::string(60, '.'));
  for (std::size_t row = 0; row < 40; ++row) {
    if (row < 30) rows[39 - row][20] = '#';
    if (row >= 10) rows[39 - row][40] = '#';
  }
  return drawn_map(rows, {.connectivity = connectivity});
}

std::string cells_text(const GridMap& map, const std::vector<CellIndex>& cells) {
  std::string text;
  for (const CellIndex index : cells) {
    const GridCell cell = map.frame().cell(index);
    text += "(" + std::to_string(cell.x) + "," + std::to_string(cell.y) + ")";
  }
  return text;
}

}  // namespace drover
