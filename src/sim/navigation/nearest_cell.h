// The cell of a grid nearest to a point among those that qualify, found by growing rings around the point.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/field_table.h"
#include "core/vec3.h"
#include "sim/navigation/grid_map.h"

namespace drover {

// The cell whose center is nearest to p, by the shorter way where the grid wraps, among those with
// accepts(cell); ties by index; kNoCell if there is none. Asks accepts only for cells nearer than the best
// one so far, first those around p.
template <class Accepts>
CellIndex nearest_cell(const GridFrame& frame, Vec3 p, Accepts&& accepts) {
  // In cells, rounded to 2^-30 of one, so that what lies symmetrically about p is equally far.
  const auto in_cells = [&](double offset) {
    constexpr double kGrain = 1073741824.0;
    return std::floor(offset / frame.cell_size * kGrain + 0.5) / kGrain;
  };
  const double px = in_cells(p.x - frame.origin.x);
  const double py = in_cells(p.y - frame.origin.y);
  const auto difference = [&](std::int64_t at, double from, std::int64_t count) {
    const double d = std::fabs(static_cast<double>(at) + 0.5 - from);
    const auto size = static_cast<double>(count);
    return frame.wraps && size - d < d ? size - d : d;
  };

  CellIndex best = kNoCell;
  double best2 = kInfinity;
  const auto visit = [&](GridCell cell) {
    if (frame.wraps) cell = frame.wrapped(cell);
    if (!frame.contains(cell)) return;
    const double dx = difference(cell.x, px, frame.width);
    const double dy = difference(cell.y, py, frame.height);
    const double d2 = dx * dx + dy * dy;
    const CellIndex index = frame.index(cell);
    if (d2 > best2 || (d2 == best2 && index >= best) || !accepts(index)) return;
    best = index;
    best2 = d2;
  };

  const GridCell middle = frame.cell_at(p);
  visit(middle);
  const std::int64_t size = std::max(frame.width, frame.height);
  const std::int64_t last = frame.wraps ? size / 2 : size - 1;
  for (std::int64_t ring = 1; ring <= last; ++ring) {
    // Centers of this ring and beyond are at least ring - 0.5 cells away.
    const double least = static_cast<double>(ring) - 0.5;
    if (best2 < least * least) break;
    const std::int64_t low = frame.wraps ? -ring : std::max(-ring, -middle.x);
    const std::int64_t high = frame.wraps ? ring : std::min(ring, frame.width - 1 - middle.x);
    for (std::int64_t x = low; x <= high; ++x) {
      visit({middle.x + x, middle.y - ring});
      visit({middle.x + x, middle.y + ring});
    }
    const std::int64_t bottom = frame.wraps ? 1 - ring : std::max(1 - ring, -middle.y);
    const std::int64_t top = frame.wraps ? ring - 1 : std::min(ring - 1, frame.height - 1 - middle.y);
    for (std::int64_t y = bottom; y <= top; ++y) {
      visit({middle.x - ring, middle.y + y});
      visit({middle.x + ring, middle.y + y});
    }
  }
  return best;
}

// The free cell nearest to p; kNoCell if there is none.
inline CellIndex nearest_free_cell(const GridMap& map, Vec3 p) {
  return nearest_cell(map.frame(), p, [&](CellIndex cell) { return map.is_free(cell); });
}

// The same among the free cells whose centers p sees, sees(center), or of all free cells if it sees none of
// them. Such a search asks for all of them: of a point that is known to see nothing ask the above.
template <class Sees>
CellIndex nearest_free_cell(const GridMap& map, Vec3 p, Sees&& sees) {
  const CellIndex seen = nearest_cell(
      map.frame(), p, [&](CellIndex cell) { return map.is_free(cell) && sees(map.frame().center(cell)); });
  return seen != kNoCell ? seen : nearest_free_cell(map, p);
}

// The free ones of the four cells around p, each of them once: a block of goals, which moves the ridges that
// a field has behind obstacles. There may be none.
inline void find_free_around(const GridMap& map, Vec3 p, std::vector<CellIndex>& cells) {
  cells.clear();
  for (const CellIndex cell : map.frame().around(p).cells)
    if (map.is_free(cell) && std::find(cells.begin(), cells.end(), cell) == cells.end())
      cells.push_back(cell);
}

}  // namespace drover
