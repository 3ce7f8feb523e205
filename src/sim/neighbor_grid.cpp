#include "sim/neighbor_grid.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "sim/cell_numbers.h"

namespace drover {
namespace {

constexpr std::uint32_t kNoCell = static_cast<std::uint32_t>(-1);

// Each part has a histogram of all cells, so there are few.
constexpr std::size_t kMostParts = 8;
constexpr std::size_t kLeastChunksPerPart = 4;

// At most this many cells for n agents.
double cell_budget(std::size_t n) {
  return 4.0 * static_cast<double>(n) + 64.0;
}

double count_for(double extent, double size) {
  const double count = std::floor(extent / size);
  return count < 1.0 ? 1.0 : count;
}

struct Extent {
  double least = kInfinity;
  double greatest = -kInfinity;

  void add(double v) {
    least = smaller(least, v);
    greatest = larger(greatest, v);
  }
};

Extent extent_of(std::span<const double> values) {
  Extent extent;
  for (const double v : values)
    extent.add(v);
  return extent;
}

// Those that are not there have a share in the extent too: it only sets the size of the cells.
Extent extent_of(std::span<const double> values, WorkerPool& workers) {
  std::array<Extent, 64> partial;
  const Chunks parts{values.size(), std::max(workers.agents_per_chunk(), values.size() / partial.size() + 1)};
  workers.run(parts.number(), [&](std::size_t part, std::size_t) {
    const std::size_t begin = parts.begin(part);
    partial[part] = extent_of(values.subspan(begin, parts.end(part) - begin));
  });
  Extent extent;
  for (std::size_t part = 0; part < parts.number(); ++part) {
    extent.add(partial[part].least);
    extent.add(partial[part].greatest);
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
  measure(x, y, bounds, workers);
  choose_cells(x.size(), cells);
  count_cells(x, y, cells.present, workers);
  place_cells(workers);
  place_agents(x, y, cells, workers);
}

void NeighborGrid::measure(std::span<const double> x, std::span<const double> y, const Bounds& bounds,
                           WorkerPool& workers) {
  wraps_ = bounds.wraps();
  low_ = bounds.min();
  high_ = bounds.max();
  if (wraps_ || x.empty()) return;
  const Extent along_x = extent_of(x, workers);
  const Extent along_y = extent_of(y, workers);
  low_ = {along_x.least, along_y.least, 0.0};
  high_ = {along_x.greatest, along_y.greatest, 0.0};
}

void NeighborGrid::choose_cells(std::size_t agent_count, const Cells& cells) {
  const Vec3 extent = high_ - low_;
  // Cells of the wanted size, as many as it takes; only so many of them are kept apart.
  double wanted_x =
      cells.x > 0 ? static_cast<double>(cells.x) : count_for(extent.x, cells.size / cells.split);
  double wanted_y = cells.y > 0 ? static_cast<double>(cells.y) : count_for(extent.y, cells.size);
  if (!cells.enabled) wanted_x = wanted_y = 1.0;
  const double budget = cell_budget(agent_count);
  double kept_x = smaller(wanted_x, std::floor(std::sqrt(budget)));
  const double kept_y = smaller(wanted_y, std::floor(budget / kept_x));
  kept_x = smaller(wanted_x, std::floor(budget / kept_y));
  shared_x_ = kept_x < wanted_x;
  shared_y_ = kept_y < wanted_y;
  if (wraps_) {
    // The first cell follows the last: their numbers have to agree modulo the cells kept.
    wanted_x = kept_x * std::floor(wanted_x / kept_x);
    wanted_y = kept_y * std::floor(wanted_y / kept_y);
  }
  count_x_ = static_cast<std::int64_t>(kept_x);
  count_y_ = static_cast<std::int64_t>(kept_y);
  // Agents on one line, or nearly so, share one cell across it.
  scale_x_ = extent.x > kLengthEpsilon ? wanted_x / extent.x : 0.0;
  scale_y_ = extent.y > kLengthEpsilon ? wanted_y / extent.y : 0.0;
}

// Finds the cell of each agent and how many agents each part of them has in each cell.
void NeighborGrid::count_cells(std::span<const double> x, std::span<const double> y,
                               std::span<const std::uint8_t> present, WorkerPool& workers) {
  const std::size_t n = x.size();
  const std::size_t part_count = std::clamp<std::size_t>(
      n / (kLeastChunksPerPart * workers.agents_per_chunk()), 1, std::min(workers.size(), kMostParts));
  parts_ = {n, (n + part_count - 1) / part_count + 1};
  const auto cell_count = static_cast<std::size_t>(count_x_ * count_y_);
  if (counts_.size() < part_count) counts_.resize(part_count);
  for (std::vector<std::uint32_t>& counts : counts_) {
    // As the agents spread there are more cells; room for all there may ever be keeps later steps from
    // allocating.
    counts.reserve(static_cast<std::size_t>(cell_budget(n)));
  }
  cell_.resize(n);
  const Axis columns = axis_x();
  const Axis rows = axis_y();
  workers.run(parts_.number(), [&](std::size_t part, std::size_t) {
    std::vector<std::uint32_t>& counts = counts_[part];
    counts.assign(cell_count, 0);
    for (std::size_t i = parts_.begin(part); i < parts_.end(part); ++i) {
      if (!present.empty() && present[i] == 0) {
        cell_[i] = kNoCell;
        continue;
      }
      cell_[i] = static_cast<std::uint32_t>(cell_of(y[i], rows) * count_x_ + cell_of(x[i], columns));
      ++counts[cell_[i]];
    }
  });
}

// Where each cell begins, and in it each part. Cells are shared out as agents are; where each share begins
// follows from how many agents are in those before.
void NeighborGrid::place_cells(WorkerPool& workers) {
  const auto cell_count = static_cast<std::size_t>(count_x_ * count_y_);
  start_.reserve(static_cast<std::size_t>(cell_budget(cell_.size())) + 1);
  start_.resize(cell_count + 1);
  const Chunks shares{cell_count, cell_count / std::max<std::size_t>(1, parts_.number()) + 1};
  std::array<std::uint32_t, kMostParts + 1> place = {};
  workers.run(shares.number() - 1, [&](std::size_t share, std::size_t) {
    for (std::size_t part = 0; part < parts_.number(); ++part) {
      const auto begin = counts_[part].begin();
      place[share + 1] += std::accumulate(begin + static_cast<std::ptrdiff_t>(shares.begin(share)),
                                          begin + static_cast<std::ptrdiff_t>(shares.end(share)), 0u);
    }
  });
  std::partial_sum(place.begin(), place.end(), place.begin());
  workers.run(shares.number(), [&](std::size_t share, std::size_t) {
    const std::uint32_t end = place_cells(shares.begin(share), shares.end(share), place[share]);
    if (share + 1 == shares.number()) start_[cell_count] = end;
  });
}

// Those from `first` to `end` - 1, from a place on; returns the place after them.
std::uint32_t NeighborGrid::place_cells(std::size_t first, std::size_t end, std::uint32_t place) {
  for (std::size_t c = first; c < end; ++c) {
    start_[c] = place;
    for (std::size_t part = 0; part < parts_.number(); ++part) {
      const std::uint32_t count = counts_[part][c];
      counts_[part][c] = place;
      place += count;
    }
  }
  return place;
}

// Parts and the agents in them are taken in ascending index, so agents stay ascending within a cell.
void NeighborGrid::place_agents(std::span<const double> x, std::span<const double> y, const Cells& cells,
                                WorkerPool& workers) {
  sights_.reserve(x.size());
  sights_.resize(start_.back());
  const bool has_headings = !cells.hx.empty();
  const FixedScale scale = heading_scale();
  workers.run(parts_.number(), [&](std::size_t part, std::size_t) {
    std::vector<std::uint32_t>& next = counts_[part];
    for (std::size_t i = parts_.begin(part); i < parts_.end(part); ++i) {
      if (cell_[i] == kNoCell) continue;
      const std::uint32_t place = next[cell_[i]]++;
      sights_[place] = {x[i], y[i], has_headings ? scale.to_fixed(cells.hx[i]) : 0,
                        has_headings ? scale.to_fixed(cells.hy[i]) : 0, static_cast<AgentIndex>(i)};
    }
  });
}

NeighborGrid::Cursor::Cursor(const NeighborGrid& grid, std::size_t place)
    : grid_(grid), columns_(static_cast<std::uint32_t>(grid.count_x_)) {
  // The last cell that begins at the place or before; those before it that do are empty.
  const auto after = std::upper_bound(grid.start_.begin(), grid.start_.end(), place);
  cell_ = static_cast<std::uint32_t>(after - grid.start_.begin() - 1);
}

NeighborGrid::CellBox NeighborGrid::cells_around(Vec3 low, Vec3 high, double reach) const {
  // Cell indices are rounded; the margin keeps an agent exactly at `reach` from slipping into the next cell.
  const double margin = reach + kMargin;
  const Window columns = cells_between(low.x - margin, high.x + margin, axis_x());
  const Window rows = cells_between(low.y - margin, high.y + margin, axis_y());
  return {columns.first, columns.last, rows.first, rows.last};
}

NeighborGrid::Window NeighborGrid::cells_between(double low, double high, const Axis& axis) const {
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

std::int64_t NeighborGrid::shared_cell(double k, const Axis& axis) {
  return static_cast<std::int64_t>(modulo(floored(k), static_cast<double>(axis.count)));
}

std::int64_t NeighborGrid::cells_within(double reach, const Axis& axis) {
  const double cells = (reach + kMargin) * axis.scale;
  // More than all cells is as good as all of them.
  return static_cast<std::int64_t>(smaller(cells, static_cast<double>(axis.count))) + 1;
}

}  // namespace drover
