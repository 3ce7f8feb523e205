#include "sim/perception/neighbor_grid.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "sim/geometry/cell_numbers.h"

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
  const auto cell_count = static_cast<std::size_t>(count_x_ * count_y_);
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
  count_x_ = static_cast<std::int64_t>(stored_x);
  count_y_ = static_cast<std::int64_t>(stored_y);
  // Agents on one line, or nearly so, share one cell across it.
  scale_x_ = extent.x > kLengthEpsilon ? wanted_x / extent.x : 0.0;
  scale_y_ = extent.y > kLengthEpsilon ? wanted_y / extent.y : 0.0;
}

void NeighborGrid::find_cells(std::span<const double> x, std::span<const double> y,
                              std::span<const std::uint8_t> present, WorkerPool& workers) {
  cell_.resize(x.size());
  const CellAxis columns = axis_x();
  const CellAxis rows = axis_y();
  const Chunks chunks = workers.chunks_of(x.size());
  workers.run(chunks.number(), [&](std::size_t chunk, std::size_t) {
    for (std::size_t i = chunks.begin(chunk); i < chunks.end(chunk); ++i) {
      const bool is_there = present.empty() || present[i] != 0;
      cell_[i] = is_there
                     ? static_cast<std::uint32_t>(cell_of(y[i], rows) * count_x_ + cell_of(x[i], columns))
                     : CellSort::kNoCell;
    }
  });
}

NeighborGrid::CellRange2d NeighborGrid::cells_around(Vec3 low, Vec3 high, double reach) const {
  // Cell indices are rounded; the margin keeps an agent exactly at `reach` from slipping into the next cell.
  const double margin = reach + kMargin;
  const CellRange columns = cells_between(low.x - margin, high.x + margin, axis_x());
  const CellRange rows = cells_between(low.y - margin, high.y + margin, axis_y());
  return {columns.first, columns.last, rows.first, rows.last};
}

NeighborGrid::CellRange NeighborGrid::cells_between(double low, double high, const CellAxis& axis) const {
  const double count = static_cast<double>(axis.count);
  double first = floored((low - axis.low) * axis.scale);
  double last = floored((high - axis.low) * axis.scale);
  if (!(axis.scale > 0.0) || last - first + 1.0 >= count) return {0, axis.count - 1};
  if (axis.shared) {
    const double start = modulo(first, count);
    last = start + (last - first);
    first = start;
  } else if (!wraps_) {
    first = clamp(first, 0.0, count - 1.0);
    last = clamp(last, 0.0, count - 1.0);
  }
  return {static_cast<std::int64_t>(first), static_cast<std::int64_t>(last)};
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
