#include "sim/neighbor_grid.h"

#include <algorithm>
#include <array>
#include <cmath>

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

// std::floor, which is a call where the processor need not have an instruction for it.
double floored(double v) {
  if (!(std::fabs(v) < 0x1p52)) return v;  // whole already
  const double whole = static_cast<double>(static_cast<std::int64_t>(v));
  return whole - (v < whole ? 1.0 : 0.0);
}

// k modulo count, for whole numbers of any size.
double modulo(double k, double count) {
  if (0.0 <= k && k < count) return k;
  const double rest = k - count * std::floor(k / count);
  return rest >= 0.0 && rest < count ? rest : 0.0;
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
  place_cells();
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

// Where each cell begins, and in it each part.
void NeighborGrid::place_cells() {
  const auto cell_count = static_cast<std::size_t>(count_x_ * count_y_);
  start_.reserve(static_cast<std::size_t>(cell_budget(cell_.size())) + 1);
  start_.resize(cell_count + 1);
  std::uint32_t place = 0;
  for (std::size_t c = 0; c < cell_count; ++c) {
    start_[c] = place;
    for (std::size_t part = 0; part < parts_.number(); ++part) {
      const std::uint32_t count = counts_[part][c];
      counts_[part][c] = place;
      place += count;
    }
  }
  start_[cell_count] = place;
}

// Parts and the agents in them are taken in ascending index, so agents stay ascending within a cell.
void NeighborGrid::place_agents(std::span<const double> x, std::span<const double> y, const Cells& cells,
                                WorkerPool& workers) {
  agents_.reserve(x.size());
  agents_.resize(start_.back());
  sights_.reserve(x.size());
  sights_.resize(start_.back());
  workers.run(parts_.number(), [&](std::size_t part, std::size_t) {
    std::vector<std::uint32_t>& next = counts_[part];
    for (std::size_t i = parts_.begin(part); i < parts_.end(part); ++i) {
      if (cell_[i] == kNoCell) continue;
      const std::uint32_t place = next[cell_[i]]++;
      agents_[place] = static_cast<AgentIndex>(i);
      sights_[place] = {x[i], y[i], cells.hx.empty() ? 0.0 : cells.hx[i],
                        cells.hy.empty() ? 0.0 : cells.hy[i]};
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
  const auto cell = [](double v, const Axis& axis) {
    return static_cast<std::int64_t>(floored((v - axis.low) * axis.scale));
  };
  const double margin = reach + kMargin;
  return {cell(low.x - margin, axis_x()), cell(high.x + margin, axis_x()), cell(low.y - margin, axis_y()),
          cell(high.y + margin, axis_y())};
}

std::int64_t NeighborGrid::shared_cell(double k, const Axis& axis) {
  return static_cast<std::int64_t>(modulo(floored(k), static_cast<double>(axis.count)));
}

NeighborGrid::Window NeighborGrid::window(double v, double reach, const Axis& axis) const {
  const double cells = static_cast<double>(axis.count);
  const double center = inside(v, axis);
  const double first = floored((center - reach - axis.low) * axis.scale);
  const double last = floored((center + reach - axis.low) * axis.scale);
  if (!(axis.scale > 0.0) || last - first + 1.0 >= cells) return {0, axis.count - 1};
  if (wraps_ || axis.shared) {
    const double start = modulo(first, cells);
    return {static_cast<std::int64_t>(start), static_cast<std::int64_t>(start + (last - first))};
  }
  return {static_cast<std::int64_t>(clamp(first, 0.0, cells - 1.0)),
          static_cast<std::int64_t>(clamp(last, 0.0, cells - 1.0))};
}

std::int64_t NeighborGrid::cells_within(double reach, const Axis& axis) {
  const double cells = (reach + kMargin) * axis.scale;
  // More than all cells is as good as all of them.
  return static_cast<std::int64_t>(smaller(cells, static_cast<double>(axis.count))) + 1;
}

}  // namespace drover
