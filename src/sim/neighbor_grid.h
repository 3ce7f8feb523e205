// Which agents are near a point: a uniform grid over the positions, rebuilt every step by a counting sort.
// The grid only proposes candidates; callers test the exact distance. Cells therefore never change a result.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/quantity.h"
#include "core/vec3.h"
#include "sim/bounds.h"

namespace drover {

class NeighborGrid {
 public:
  struct Cells {
    bool enabled = true;  // false: every query visits all agents
    double size = 1.0;    // wanted side of a cell [m]
    std::int64_t x = 0;   // wanted number of cells; 0: from the size
    std::int64_t y = 0;
    // By agent, whether it is there at all; empty: all of them. Agents that are not are in no cell.
    std::span<const std::uint8_t> present = {};
  };

  // Sorts the agents into cells. At most 4 n + 64 cells are kept apart: where the world needs more, cells
  // that lie a multiple of that apart share one, as on a torus, so that neither memory nor a crowd's
  // neighborhood grows with the size of the world.
  void build(std::span<const double> x, std::span<const double> y, const Bounds& bounds, const Cells& cells);

  // In cell order (ascending index within a cell): the agents and their positions.
  std::span<const AgentIndex> agents() const { return agents_; }
  std::span<const double> x() const { return x_; }
  std::span<const double> y() const { return y_; }

  // Calls visit(begin, end) for stretches of the sorted columns that together hold every agent within `reach`
  // of p, each at most once.
  template <class Visit>
  void visit_near(Vec3 p, double reach, Visit&& visit) const {
    // Cell indices are rounded; the margin keeps an agent exactly at `reach` from slipping into the next
    // cell.
    const double margin = reach + 1e-6;
    const Window columns = window(p.x, margin, axis_x());
    const Window rows = window(p.y, margin, axis_y());
    for (std::int64_t row = rows.first; row <= rows.last; ++row) {
      const std::int64_t base = wrapped(row, count_y_) * count_x_;
      visit_columns(base, columns, visit);
    }
  }

 private:
  // 0 <= first < count, first <= last < 2 count: from `count` on, cells count from 0 again.
  struct Window {
    std::int64_t first, last;
  };

  // The cells along one axis.
  struct Axis {
    double low, high;  // m
    double scale;      // cells per meter; 0: all agents in one cell
    std::int64_t count;
  };
  Axis axis_x() const { return {low_.x, high_.x, scale_x_, count_x_}; }
  Axis axis_y() const { return {low_.y, high_.y, scale_y_, count_y_}; }

  // The coordinate itself, or in a world that wraps its image inside the world: agents may be past the edge
  // while a step is not finished.
  double inside(double v, const Axis& axis) const;
  Window window(double v, double reach, const Axis& axis) const;
  std::int64_t cell_of(double v, const Axis& axis) const;
  static std::int64_t wrapped(std::int64_t k, std::int64_t count) { return k >= count ? k - count : k; }

  template <class Visit>
  void visit_columns(std::int64_t base, Window columns, Visit&& visit) const {
    const auto stretch = [&](std::int64_t first, std::int64_t last) {
      const std::uint32_t begin = start_[static_cast<std::size_t>(base + first)];
      const std::uint32_t end = start_[static_cast<std::size_t>(base + last + 1)];
      if (begin < end) visit(begin, end);
    };
    if (columns.last >= count_x_) {
      stretch(columns.first, count_x_ - 1);
      stretch(0, columns.last - count_x_);
    } else {
      stretch(columns.first, columns.last);
    }
  }

  void choose_cells(std::span<const double> x, std::span<const double> y, const Bounds& bounds,
                    const Cells& cells);
  void sort(std::span<const double> x, std::span<const double> y, std::span<const std::uint8_t> present);

  bool wraps_ = false;
  bool modular_ = false;  // cells are numbered modulo those kept
  Vec3 low_, high_;
  double scale_x_ = 0.0, scale_y_ = 0.0;  // cells per meter
  std::int64_t count_x_ = 1, count_y_ = 1;
  std::vector<std::uint32_t> start_;  // per cell, where its agents start; one more entry at the end
  std::vector<std::uint32_t> cell_;   // per agent
  std::vector<AgentIndex> agents_;
  std::vector<double> x_, y_;
};

}  // namespace drover
