// Broad phase of the neighbor search: a uniform grid over the positions, rebuilt every step by a bucket sort.
// The grid only proposes candidates; callers test the exact distance. Cells therefore never change a result.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/aligned.h"
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
    // By agent, where agents are in space: their heights [m], and of the headings, if any.
    std::span<const double> z = {}, hz = {};
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
  // What sorted agents have in space beyond the plane, in the same order; empty in the plane.
  std::span<const double> sorted_z() const { return sorted_z_; }                        // m
  std::span<const std::int64_t> sorted_heading_z() const { return sorted_heading_z_; }  // in the same steps
  bool is_spatial() const { return is_spatial_; }
  bool has_headings() const { return has_headings_; }

  // The shorter side of a cell across the rows [m]; infinite where all agents are in one row.
  double row_height() const {
    const double scale = larger(y_axis_.scale, z_axis_.scale);
    return scale > 0.0 ? 1.0 / scale : kInfinity;
  }
  double agents_per_cell() const {
    return static_cast<double>(sorted_agents().size()) / static_cast<double>(starts().size() - 1);
  }

  // Calls visit(begin, end) for ranges of sorted_agents() that together hold every agent within `reach` of p,
  // each at most once.
  template <class Visit>
  void visit_near(Vec3 p, double reach, Visit&& visit) const {
    const Vec3 q{inside(p.x, low_.x, high_.x), inside(p.y, low_.y, high_.y), height_inside(p.z)};
    visit_cells(cells_around(q, q, reach), visit);
  }

  // Cells from `first` to `last` of the rows from `first_row` to `last_row`, in the layers from `first_layer`
  // to `last_layer`: in the plane there is one. They are counted from the first cell of the world and may lie
  // beyond it.
  struct CellBlock {
    std::int64_t first, last, first_row, last_row, first_layer = 0, last_layer = 0;
  };

  // Cells are numbered along the rows, one row after the other, layer by layer; so many are in a row, and so
  // many rows in a layer.
  std::uint32_t columns() const { return static_cast<std::uint32_t>(x_axis_.count); }
  std::uint32_t rows() const { return static_cast<std::uint32_t>(y_axis_.count); }

  // How many cells to either side agents within some reach can be.
  struct CellReach {
    std::int64_t columns, rows, layers;
  };
  CellReach cells_within(double reach) const {
    return {cells_within(reach, x_axis_), cells_within(reach, y_axis_), cells_within(reach, z_axis_)};
  }
  // The cells of all points within the reach of the box from `low` to `high`, which lies inside a world that
  // wraps.
  CellBlock cells_around(Vec3 low, Vec3 high, double reach) const;

  // Calls visit(begin, end) for ranges of sorted_agents() that together hold all agents in these cells, each
  // at most once. Returns whether two of them may be nearer to each other through an edge of the world.
  template <class Visit>
  bool visit_cells(const CellBlock& block, Visit&& visit) const {
    const AxisCells columns = axis_cells(block.first, block.last, x_axis_, shared_x_, wraps_);
    const AxisCells rows = axis_cells(block.first_row, block.last_row, y_axis_, shared_y_, wraps_);
    if (is_spatial_) return visit_layers(block, columns, rows, visit);
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
  // The same of heights, which may have no edges in a world that wraps.
  double height_inside(double z) const {
    return wraps_heights_ ? Bounds::wrapped_coordinate(z, low_.z, high_.z) : z;
  }
  static std::int64_t cells_within(double reach, const CellAxis& axis);

  // Stored cells along one axis, and whether agents in them may be nearer to each other through an edge.
  struct AxisCells {
    CellRange cells;
    bool through_edges;
  };
  static AxisCells axis_cells(std::int64_t first, std::int64_t last, const CellAxis& axis, bool shared,
                              bool wraps) {
    const std::int64_t count = axis.count;
    if (last - first + 1 >= count) return {{0, count - 1}, wraps};
    const bool around = first < 0 || last >= count;
    // An agent less than half the world away is not nearer through the edge.
    const bool through_edges = wraps && (around || shared || 2 * (last - first + 1) > count);
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

  // Not a part of the loop above, which the plane is to have for itself.
  template <class Visit>
  [[gnu::noinline]] bool visit_layers(const CellBlock& block, const AxisCells& columns, const AxisCells& rows,
                                      Visit&& visit) const {
    const AxisCells layers =
        axis_cells(block.first_layer, block.last_layer, z_axis_, shared_z_, wraps_heights_);
    for (std::int64_t layer = layers.cells.first; layer <= layers.cells.last; ++layer) {
      const std::int64_t first_row = wrapped(layer, z_axis_.count) * y_axis_.count;
      for (std::int64_t row = rows.cells.first; row <= rows.cells.last; ++row)
        visit_columns((first_row + wrapped(row, y_axis_.count)) * x_axis_.count, columns.cells, visit);
    }
    return columns.through_edges || rows.through_edges || layers.through_edges;
  }
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

  // Where agents are, by agent; without z in the plane.
  struct Places {
    std::span<const double> x, y, z;  // m
  };
  void update_extent(const Places& places, const Bounds& bounds, WorkerPool& workers);
  void choose_cells(std::size_t agent_count, const Cells& cells);
  void find_cells(const Places& places, std::span<const std::uint8_t> present, WorkerPool& workers);
  void find_layers(std::span<const double> z, WorkerPool& workers);
  void sort_heights(const Cells& cells, WorkerPool& workers);
  std::span<const std::uint32_t> starts() const { return sort_.starts(); }

  bool wraps_ = false;
  bool wraps_heights_ = false;
  bool is_spatial_ = false;
  bool has_headings_ = false;
  Vec3 low_, high_;                    // of the agents, or of a world that wraps [m]
  CellAxis x_axis_, y_axis_, z_axis_;  // of the stored cells
  // Whether several cells of the world share one of them.
  bool shared_x_ = false, shared_y_ = false, shared_z_ = false;
  std::vector<std::uint32_t> cell_;  // per agent; CellSort::kNoCell: absent
  CellSort sort_;
  AlignedVector<double> sorted_z_;
  AlignedVector<std::int64_t> sorted_heading_z_;
};

}  // namespace drover
