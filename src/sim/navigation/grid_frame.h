// Where the square cells of a navigation grid lie. Cell (x, y) counts from the lower left corner and has the
// index y * width + x.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "core/vec3.h"

namespace drover {

using CellIndex = std::uint32_t;
inline constexpr CellIndex kNoCell = ~CellIndex{0};

struct GridCell {
  std::int64_t x = 0;
  std::int64_t y = 0;

  friend bool operator==(const GridCell&, const GridCell&) = default;
};

// The moves from a cell to its neighbors, in the one order that decides ties: E, N, W, S, NE, NW, SW, SE.
inline constexpr std::array<GridCell, 8> kGridMoves = {
    {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}, {-1, 1}, {-1, -1}, {1, -1}}};
constexpr bool is_diagonal(std::size_t move) {
  return move >= 4;
}
constexpr std::size_t opposite_move(std::size_t move) {
  return is_diagonal(move) ? 4 + (move - 4 + 2) % 4 : (move + 2) % 4;
}

struct GridFrame {
  Vec3 origin = {};        // the lower left corner [m]
  double cell_size = 1.0;  // m
  std::int64_t width = 1;  // cells
  std::int64_t height = 1;
  bool wraps = false;  // it covers a world that wraps: cells at its edges are neighbors

  friend bool operator==(const GridFrame&, const GridFrame&) = default;

  CellIndex cell_count() const { return static_cast<CellIndex>(width * height); }
  CellIndex index(GridCell cell) const { return static_cast<CellIndex>(cell.y * width + cell.x); }
  // Divides in 32 bits, which processors do faster than in 64.
  GridCell cell(CellIndex index) const {
    const auto row = static_cast<CellIndex>(width);
    return {index % row, index / row};
  }
  bool contains(GridCell cell) const {
    return 0 <= cell.x && cell.x < width && 0 <= cell.y && cell.y < height;
  }

  Vec3 center(GridCell cell) const {
    return {origin.x + (static_cast<double>(cell.x) + 0.5) * cell_size,
            origin.y + (static_cast<double>(cell.y) + 0.5) * cell_size, 0.0};
  }
  Vec3 center(CellIndex index) const { return center(cell(index)); }

  // The cell a point lies in, lower and left borders included. Points outside lie in the nearest cell at the
  // edge.
  GridCell cell_at(Vec3 p) const {
    return {coordinate(p.x - origin.x, width), coordinate(p.y - origin.y, height)};
  }
  CellIndex index_at(Vec3 p) const { return index(cell_at(p)); }
  // The same, but kNoCell outside, or round the world where the grid wraps.
  CellIndex index_within(Vec3 p) const {
    double x = std::floor((p.x - origin.x) / cell_size);
    double y = std::floor((p.y - origin.y) / cell_size);
    const auto columns = static_cast<double>(width);
    const auto rows = static_cast<double>(height);
    if (wraps) {
      x -= columns * std::floor(x / columns);
      y -= rows * std::floor(y / rows);
    }
    if (!(0.0 <= x && x < columns && 0.0 <= y && y < rows)) return kNoCell;
    return index({static_cast<std::int64_t>(x), static_cast<std::int64_t>(y)});
  }

  // The nearest cell of the grid.
  GridCell clamped(GridCell cell) const {
    return {std::clamp<std::int64_t>(cell.x, 0, width - 1), std::clamp<std::int64_t>(cell.y, 0, height - 1)};
  }
  // The cell that a cell beyond the edges is where the grid wraps. Divides only where it has to.
  GridCell wrapped(GridCell cell) const {
    if (contains(cell)) return cell;
    return {(cell.x % width + width) % width, (cell.y % height + height) % height};
  }

  // The four cells with the centers around a point, lower left, lower right, upper left, upper right, and how
  // far it is from the first center toward the others [cells, 0 to 1]. Beyond the edges cells at the edge
  // count twice.
  struct Around {
    std::array<CellIndex, 4> cells;
    double x;
    double y;
  };
  Around around(Vec3 p) const {
    const double x = clamp((p.x - origin.x) / cell_size - 0.5, -1.0, static_cast<double>(width));
    const double y = clamp((p.y - origin.y) / cell_size - 0.5, -1.0, static_cast<double>(height));
    const GridCell low{static_cast<std::int64_t>(std::floor(x)), static_cast<std::int64_t>(std::floor(y))};
    Around around{{}, x - std::floor(x), y - std::floor(y)};
    for (std::int64_t k = 0; k < 4; ++k) {
      const GridCell cell{low.x + k % 2, low.y + k / 2};
      around.cells[static_cast<std::size_t>(k)] = index(wraps ? wrapped(cell) : clamped(cell));
    }
    return around;
  }

  // The neighbor of a cell by a move; kNoCell beyond the edges.
  CellIndex neighbor(CellIndex from, std::size_t move) const {
    GridCell to = cell(from);
    to.x += kGridMoves[move].x;
    to.y += kGridMoves[move].y;
    if (wraps) to = wrapped(to);
    return contains(to) ? index(to) : kNoCell;
  }

  // From one cell to another in cells along each axis, at least 0; by the shorter way where the grid wraps.
  GridCell steps_between(CellIndex from, CellIndex to) const {
    const GridCell a = cell(from);
    const GridCell b = cell(to);
    GridCell steps{a.x < b.x ? b.x - a.x : a.x - b.x, a.y < b.y ? b.y - a.y : a.y - b.y};
    if (wraps) {
      if (width - steps.x < steps.x) steps.x = width - steps.x;
      if (height - steps.y < steps.y) steps.y = height - steps.y;
    }
    return steps;
  }

 private:
  // A coordinate may be so far away that no integer holds the number of its cell.
  std::int64_t coordinate(double offset, std::int64_t count) const {
    const double cell = std::floor(offset / cell_size);
    return static_cast<std::int64_t>(clamp(cell, 0.0, static_cast<double>(count - 1)));
  }
};

}  // namespace drover
