#include "sim/perception/neighbor_grid.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace drover {
namespace {

// At most this many cells for n agents.
double cell_budget(std::size_t n) {
  return 4.0 * static_cast<double>(n) + 64.0;
}

double count_for(double extent, double size) {
  const double count = std::floor(extent / size);
  return count < 1.0 ? 1.0 : count;
}

struct AxisExtent {
  double min = kInfinity;
  double max = -kInfinity;

  void add(double v) {
    min = smaller(min, v);
    max = larger(max, v);
  }
};

// Absent agents count as well: the extent only sets the size of the cells.
AxisExtent extent_of(std::span<const double> values, WorkerPool& workers) {
  std::array<AxisExtent, 64> partial;
  const Chunks parts{values.size(), std::max(workers.agents_per_chunk(), values.size() / partial.size() + 1)};
  workers.run(parts.number(), [&](std::size_t part, std::size_t) {
    AxisExtent extent;
    for (std::size_t k = parts.begin(part); k < parts.end(part); ++k)
      extent.add(values[k]);
    partial[part] = extent;
  });
  AxisExtent extent;
  for (std::size_t part = 0; part < parts.number(); ++part) {
    extent.add(partial[part].min);
    extent.add(partial[part].max);
  }
  return extent;
}

}  // namespace

void NeighborGrid::build(std::span<const double> x, std::span<const double> y, const Bounds& bounds,
                         const Cells& cells) {
  WorkerPool alone;
  build(x, y, bounds, cells, alone);
}

void NeighborGrid::build(std::span<const double> x, std::span<const double> y, const Bounds& bounds,
                         const Cells& cells, WorkerPool& workers) {
  update_extent(x, y, bounds, workers);
  choose_cells(x.size(), cells);
  find_cells(x, y, cells.present, workers);
  const auto cell_count = static_cast<std::size_t>(x_axis_.count * y_axis_.count);
  const auto max_cells = static_cast<std::size_t>(cell_budget(x.size()));
  sort_.sort({cell_, x, y, cells.hx, cells.hy}, cell_count, max_cells, workers);
}

void NeighborGrid::update_extent(std::span<const double> x, std::span<const double> y, const Bounds& bounds,
                                 WorkerPool& workers) {
  wraps_ = bounds.wraps();
  low_ = bounds.min();
  high_ = bounds.max();
  if (wraps_ || x.empty()) return;
  const AxisExtent along_x = extent_of(x, workers);
  const AxisExtent along_y = extent_of(y, workers);
  low_ = {along_x.min, along_y.min, 0.0};
  high_ = {along_x.max, along_y.max, 0.0};
}

void NeighborGrid::choose_cells(std::size_t agent_count, const Cells& cells) {
  const Vec3 extent = high_ - low_;
  // First the cells that the wanted size asks for, then how many of them are stored.
  double wanted_x =
      cells.x > 0 ? static_cast<double>(cells.x) : count_for(extent.x, cells.size / cells.split);
  double wanted_y = cells.y > 0 ? static_cast<double>(cells.y) : count_for(extent.y, cells.size);
  if (!cells.enabled) wanted_x = wanted_y = 1.0;
  const double budget = cell_budget(agent_count);
  double stored_x = smaller(wanted_x, std::floor(std::sqrt(budget)));
  const double stored_y = smaller(wanted_y, std::floor(budget / stored_x));
  stored_x = smaller(wanted_x, std::floor(budget / stored_y));
  shared_x_ = stored_x < wanted_x;
  shared_y_ = stored_y < wanted_y;
  if (wraps_) {
    // The first cell follows the last: their numbers have to agree modulo the cells stored.
    wanted_x = stored_x * std::floor(wanted_x / stored_x);
    wanted_y = stored_y * std::floor(wanted_y / stored_y);
  }
  // Agents on one line, or nearly so, share one cell across it.
  const auto axis = [&](double low, double length, double wanted, double stored, bool shared) {
    return CellAxis{low, length > kLengthEpsilon ? wanted / length : 0.0, static_cast<std::int64_t>(stored),
                    wraps_ || shared};
  };
  x_axis_ = axis(low_.x, extent.x, wanted_x, stored_x, shared_x_);
  y_axis_ = axis(low_.y, extent.y, wanted_y, stored_y, shared_y_);
}

void NeighborGrid::find_cells(std::span<const double> x, std::span<const double> y,
                              std::span<const std::uint8_t> present, WorkerPool& workers) {
  cell_.resize(x.size());
  const CellAxis columns = x_axis_;
  const CellAxis rows = y_axis_;
  const Vec3 low = low_;
  const Vec3 high = high_;
  const bool shared_x = shared_x_;
  const bool shared_y = shared_y_;
  const Chunks chunks = workers.chunks_of(x.size());
  workers.run(chunks.number(), [&](std::size_t chunk, std::size_t) {
    for (std::size_t i = chunks.begin(chunk); i < chunks.end(chunk); ++i) {
      if (!present.empty() && present[i] == 0) {
        cell_[i] = CellSort::kNoCell;
        continue;
      }
      const std::int64_t column = cell_of(inside(x[i], low.x, high.x), columns, shared_x);
      const std::int64_t row = cell_of(inside(y[i], low.y, high.y), rows, shared_y);
      cell_[i] = static_cast<std::uint32_t>(row * columns.count + column);
    }
  });
}

NeighborGrid::CellRange2d NeighborGrid::cells_around(Vec3 low, Vec3 high, double reach) const {
  // Cell indices are rounded; the margin keeps an agent exactly at `reach` from slipping into the next cell.
  const double margin = reach + kMargin;
  const CellRange columns = x_axis_.between(low.x - margin, high.x + margin);
  const CellRange rows = y_axis_.between(low.y - margin, high.y + margin);
  return {columns.first, columns.last, rows.first, rows.last};
}

std::int64_t NeighborGrid::shared_cell(double k, const CellAxis& axis) {
  return static_cast<std::int64_t>(modulo(floored(k), static_cast<double>(axis.count)));
}

std::int64_t NeighborGrid::cells_within(double reach, const CellAxis& axis) {
  const double cells = (reach + kMargin) * axis.scale;
  // All cells at most.
  return static_cast<std::int64_t>(smaller(cells, static_cast<double>(axis.count))) + 1;
}

}  // namespace drover
