// Broad phase of the neighbor search: a uniform grid over the positions, rebuilt every step by a bucket sort.
// The grid only proposes candidates; callers test the exact distance. Cells therefore never change a result.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/parameter.h"
#include "core/vec3.h"
#include "core/worker_pool.h"
#include "sim/geometry/bounds.h"
#include "sim/geometry/cell_axis.h"
#include "sim/perception/cell_sort.h"

namespace drover {

class NeighborGrid {
 public:
  struct Cells {
    bool enabled = true;  // false: every query visits all agents
    double size = 1.0;    // wanted side of a cell [m]
    double split = 1.0;   // along x, cells are this many times narrower
    std::int64_t x = 0;   // wanted number of cells; 0: from the size
    std::int64_t y = 0;
    // By agent, whether it is present; empty: all are. Absent agents are in no cell.
    std::span<const std::uint8_t> present = {};
    // By agent; empty: headings are not needed.
    std::span<const double> hx = {}, hy = {};
  };

  // Sorts the agents into cells. The grid is toroidal: it stores at most 4 n + 64 cells, and the cells of a
  // larger world are taken modulo the size of the table. So memory does not grow with the size of the world,
  // and dense groups in a large world still have small cells. The result does not depend on the workers.
  void build(std::span<const double> x, std::span<const double> y, const Bounds& bounds, const Cells& cells,
             WorkerPool& workers);
  void build(std::span<const double> x, std::span<const double> y, const Bounds& bounds, const Cells& cells);

  static FixedScale heading_scale() { return CellSort::heading_scale(); }

  // In cell order, row by row, and by ascending index within a cell; the headings are 0 where build() was
  // given none.
  std::span<const SortedAgent> sorted_agents() const { return sort_.sorted_agents(); }

  // The side of a cell across the rows [m]; infinite where all agents are in one row.
  double row_height() const { return y_axis_.scale > 0.0 ? 1.0 / y_axis_.scale : kInfinity; }
  double agents_per_cell() const {
    return static_cast<double>(sorted_agents().size()) / static_cast<double>(starts().size() - 1);
  }

  // Calls visit(begin, end) for ranges of sorted_agents() that together hold every agent within `reach` of p,
  // each at most once.
  template <class Visit>
  void visit_near(Vec3 p, double reach, Visit&& visit) const {
    const Vec3 q{inside(p.x, low_.x, high_.x), inside(p.y, low_.y, high_.y), 0.0};
    visit_cells(cells_around(q, q, reach), visit);
  }

  // Cells from `first` to `last` of the rows from `first_row` to `last_row`. They are counted from the first
  // cell of the world and may lie beyond it.
  struct CellRange2d {
    std::int64_t first, last, first_row, last_row;
  };

  // Cells are numbered along the rows, one row after the other; this many are in a row.
  std::uint32_t columns() const { return static_cast<std::uint32_t>(x_axis_.count); }

  // How many cells to either side agents within some reach can be.
  struct CellReach {
    std::int64_t columns, rows;
  };
  CellReach cells_within(double reach) const {
    return {cells_within(reach, x_axis_), cells_within(reach, y_axis_)};
  }
  // The cells of all points within the reach of the box from `low` to `high`, which lies inside a world that
  // wraps.
  CellRange2d cells_around(Vec3 low, Vec3 high, double reach) const;

  // Calls visit(begin, end) for ranges of sorted_agents() that together hold all agents in these cells, each
  // at most once. Returns whether two of them may be nearer to each other through an edge of the world.
  template <class Visit>
  bool visit_cells(const CellRange2d& range, Visit&& visit) const {
    const AxisCells columns = axis_cells(range.first, range.last, x_axis_, shared_x_);
    const AxisCells rows = axis_cells(range.first_row, range.last_row, y_axis_, shared_y_);
    for (std::int64_t row = rows.cells.first; row <= rows.cells.last; ++row)
      visit_columns(wrapped(row, y_axis_.count) * x_axis_.count, columns.cells, visit);
    return columns.through_edges || rows.through_edges;
  }

 private:
  static constexpr double kMargin = 1e-6;  // m

  // The coordinate itself, or in a world that wraps its image inside the world: agents may be past the edge
  // while a step is not finished.
  double inside(double v, double low, double high) const {
    return wraps_ ? Bounds::wrapped_coordinate(v, low, high) : v;
  }
  static std::int64_t cells_within(double reach, const CellAxis& axis);

  // Stored cells along one axis, and whether agents in them may be nearer to each other through an edge.
  struct AxisCells {
    CellRange cells;
    bool through_edges;
  };
  AxisCells axis_cells(std::int64_t first, std::int64_t last, const CellAxis& axis, bool shared) const {
    const std::int64_t count = axis.count;
    if (last - first + 1 >= count) return {{0, count - 1}, wraps_};
    const bool around = first < 0 || last >= count;
    // An agent less than half the world away is not nearer through the edge.
    const bool through_edges = wraps_ && (around || shared || 2 * (last - first + 1) > count);
    if (!around) return {{first, last}, through_edges};
    if (axis.repeats) {
      const std::int64_t start = first < 0 ? first + count : wrapped(first, count);
      return {{start, start + (last - first)}, through_edges};
    }
    const auto inside = [count](std::int64_t k) { return k < 0 ? 0 : (k < count ? k : count - 1); };
    return {{inside(first), inside(last)}, false};
  }
  // Of a coordinate inside the world.
  static std::int64_t cell_of(double v, const CellAxis& axis, bool shared) {
    const double k = (v - axis.low) * axis.scale;
    if (shared) return shared_cell(k, axis);
    return static_cast<std::int64_t>(clamp(k, 0.0, static_cast<double>(axis.count - 1)));
  }
  static std::int64_t shared_cell(double k, const CellAxis& axis);
  static std::int64_t wrapped(std::int64_t k, std::int64_t count) { return k >= count ? k - count : k; }

  template <class Visit>
  void visit_columns(std::int64_t base, CellRange columns, Visit&& visit) const {
    const auto visit_range = [&](std::int64_t first, std::int64_t last) {
      const std::uint32_t begin = starts()[static_cast<std::size_t>(base + first)];
      const std::uint32_t end = starts()[static_cast<std::size_t>(base + last + 1)];
      if (begin < end) visit(begin, end);
    };
    if (columns.last >= x_axis_.count) {
      visit_range(columns.first, x_axis_.count - 1);
      visit_range(0, columns.last - x_axis_.count);
    } else {
      visit_range(columns.first, columns.last);
    }
  }

  void update_extent(std::span<const double> x, std::span<const double> y, const Bounds& bounds,
                     WorkerPool& workers);
  void choose_cells(std::size_t agent_count, const Cells& cells);
  void find_cells(std::span<const double> x, std::span<const double> y, std::span<const std::uint8_t> present,
                  WorkerPool& workers);
  std::span<const std::uint32_t> starts() const { return sort_.starts(); }

  bool wraps_ = false;
  Vec3 low_, high_;                           // of the agents, or of a world that wraps [m]
  CellAxis x_axis_, y_axis_;                  // of the stored cells
  bool shared_x_ = false, shared_y_ = false;  // whether several cells of the world share one of them
  std::vector<std::uint32_t> cell_;           // per agent; CellSort::kNoCell: absent
  CellSort sort_;
};

}  // namespace drover
