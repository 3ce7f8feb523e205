#include "sim/perception/neighbor_grid.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/det_math.h"

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
  is_spatial_ = !cells.z.empty();
  has_headings_ = !cells.hx.empty();
  const Places places{x, y, cells.z};
  update_extent(places, bounds, workers);
  choose_cells(x.size(), cells);
  find_cells(places, cells.present, workers);
  const auto cell_count = static_cast<std::size_t>(x_axis_.count * y_axis_.count * z_axis_.count);
  const auto max_cells = static_cast<std::size_t>(cell_budget(x.size()));
  sort_.sort({cell_, x, y, cells.hx, cells.hy}, cell_count, max_cells, workers);
  if (is_spatial_) sort_heights(cells, workers);
}

void NeighborGrid::update_extent(const Places& places, const Bounds& bounds, WorkerPool& workers) {
  wraps_ = bounds.wraps();
  wraps_heights_ = is_spatial_ && bounds.wraps_heights();
  low_ = bounds.min();
  high_ = bounds.max();
  if (places.x.empty()) return;
  const auto fit = [&](bool wraps, std::span<const double> values, double& low, double& high) {
    if (wraps) return;
    const AxisExtent extent = extent_of(values, workers);
    low = extent.min;
    high = extent.max;
  };
  fit(wraps_, places.x, low_.x, high_.x);
  fit(wraps_, places.y, low_.y, high_.y);
  if (is_spatial_) fit(wraps_heights_, places.z, low_.z, high_.z);
}

void NeighborGrid::choose_cells(std::size_t agent_count, const Cells& cells) {
  const Vec3 extent = high_ - low_;
  // First the cells that the wanted size asks for, then how many of them are stored.
  double wanted_x =
      cells.x > 0 ? static_cast<double>(cells.x) : count_for(extent.x, cells.size / cells.split);
  double wanted_y = cells.y > 0 ? static_cast<double>(cells.y) : count_for(extent.y, cells.size);
  double wanted_z = is_spatial_ ? count_for(extent.z, cells.size) : 1.0;
  if (!cells.enabled) wanted_x = wanted_y = wanted_z = 1.0;
  // About as many along each axis where there are too many, and what one axis leaves to the others.
  const double budget = cell_budget(agent_count);
  const auto at_most = [](double wanted, double most) { return smaller(wanted, std::floor(most)); };
  double stored_x = at_most(wanted_x, is_spatial_ ? det::exp(det::log(budget) / 3.0) : std::sqrt(budget));
  double stored_y = at_most(wanted_y, is_spatial_ ? std::sqrt(budget / stored_x) : budget / stored_x);
  const double stored_z = at_most(wanted_z, budget / (stored_x * stored_y));
  if (is_spatial_) stored_y = at_most(wanted_y, budget / (stored_x * stored_z));
  stored_x = at_most(wanted_x, budget / (stored_y * stored_z));
  shared_x_ = stored_x < wanted_x;
  shared_y_ = stored_y < wanted_y;
  shared_z_ = stored_z < wanted_z;
  if (wraps_) {
    // The first cell follows the last: their numbers have to agree modulo the cells stored.
    wanted_x = stored_x * std::floor(wanted_x / stored_x);
    wanted_y = stored_y * std::floor(wanted_y / stored_y);
  }
  if (wraps_heights_) wanted_z = stored_z * std::floor(wanted_z / stored_z);
  // Agents on one line, or nearly so, share one cell across it.
  const auto axis = [](double low, double length, double wanted, double stored, bool repeats) {
    return CellAxis{low, length > kLengthEpsilon ? wanted / length : 0.0, static_cast<std::int64_t>(stored),
                    repeats};
  };
  x_axis_ = axis(low_.x, extent.x, wanted_x, stored_x, wraps_ || shared_x_);
  y_axis_ = axis(low_.y, extent.y, wanted_y, stored_y, wraps_ || shared_y_);
  z_axis_ =
      is_spatial_ ? axis(low_.z, extent.z, wanted_z, stored_z, wraps_heights_ || shared_z_) : CellAxis{};
}

void NeighborGrid::find_cells(const Places& places, std::span<const std::uint8_t> present,
                              WorkerPool& workers) {
  cell_.resize(places.x.size());
  const auto [x, y, z] = places;
  const CellAxis columns = x_axis_;
  const CellAxis rows = y_axis_;
  const Vec3 low = low_;
  const Vec3 high = high_;
  const bool shared_x = shared_x_;
  const bool shared_y = shared_y_;
  const Chunks chunks = workers.chunks_of(x.size());
  workers.run(chunks.number(), [&, x = x, y = y](std::size_t chunk, std::size_t) {
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
  if (is_spatial_) find_layers(z, workers);
}

void NeighborGrid::find_layers(std::span<const double> z, WorkerPool& workers) {
  const Chunks chunks = workers.chunks_of(z.size());
  const std::int64_t cells_per_layer = x_axis_.count * y_axis_.count;
  workers.run(chunks.number(), [&](std::size_t chunk, std::size_t) {
    for (std::size_t i = chunks.begin(chunk); i < chunks.end(chunk); ++i) {
      if (cell_[i] == CellSort::kNoCell) continue;
      const std::int64_t layer = cell_of(height_inside(z[i]), z_axis_, shared_z_);
      cell_[i] += static_cast<std::uint32_t>(layer * cells_per_layer);
    }
  });
}

// In columns of their own: in the plane a sorted agent has no room for them.
void NeighborGrid::sort_heights(const Cells& cells, WorkerPool& workers) {
  const std::span<const SortedAgent> sorted = sorted_agents();
  const FixedScale scale = heading_scale();
  const bool has_heading = !cells.hz.empty();
  sorted_z_.reserve(cells.z.size());
  sorted_z_.resize(sorted.size());
  sorted_heading_z_.reserve(has_heading ? cells.z.size() : 0);
  sorted_heading_z_.resize(has_heading ? sorted.size() : 0);
  const Chunks chunks = workers.chunks_of(sorted.size());
  workers.run(chunks.number(), [&](std::size_t chunk, std::size_t) {
    for (std::size_t k = chunks.begin(chunk); k < chunks.end(chunk); ++k) {
      sorted_z_[k] = cells.z[sorted[k].agent];
      if (has_heading) sorted_heading_z_[k] = scale.to_fixed(cells.hz[sorted[k].agent]);
    }
  });
}

NeighborGrid::CellBlock NeighborGrid::cells_around(Vec3 low, Vec3 high, double reach) const {
  // Cell indices are rounded; the margin keeps an agent exactly at `reach` from slipping into the next cell.
  const double margin = reach + kMargin;
  const CellRange columns = x_axis_.between(low.x - margin, high.x + margin);
  const CellRange rows = y_axis_.between(low.y - margin, high.y + margin);
  const CellRange layers = z_axis_.between(low.z - margin, high.z + margin);
  return {columns.first, columns.last, rows.first, rows.last, layers.first, layers.last};
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
