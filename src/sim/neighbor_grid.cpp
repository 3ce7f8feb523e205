#include "sim/neighbor_grid.h"

#include <algorithm>
#include <cmath>

namespace drover {
namespace {

// At most this many cells for n agents.
double cell_budget(std::size_t n) { return 4.0 * static_cast<double>(n) + 64.0; }

std::int64_t count_for(double extent, double size) {
  const double count = std::floor(extent / size);
  return count < 1.0 ? 1 : static_cast<std::int64_t>(count < 1e6 ? count : 1e6);
}

}  // namespace

void NeighborGrid::build(std::span<const double> x, std::span<const double> y, const Bounds& bounds,
                         const Cells& cells) {
  wraps_ = bounds.wraps();
  choose_cells(x, y, bounds, cells);
  sort(x, y);
}

void NeighborGrid::choose_cells(std::span<const double> x, std::span<const double> y, const Bounds& bounds,
                                const Cells& cells) {
  Vec3 low = bounds.min();
  Vec3 high = bounds.max();
  if (!wraps_) {
    low = high = x.empty() ? Vec3{} : Vec3{x[0], y[0], 0.0};
    for (std::size_t i = 0; i < x.size(); ++i) {
      low = {smaller(low.x, x[i]), smaller(low.y, y[i]), 0.0};
      high = {larger(high.x, x[i]), larger(high.y, y[i]), 0.0};
    }
  }
  low_ = low;
  high_ = high;
  const Vec3 extent = high - low;
  count_x_ = cells.x > 0 ? cells.x : count_for(extent.x, cells.size);
  count_y_ = cells.y > 0 ? cells.y : count_for(extent.y, cells.size);
  if (!cells.enabled) count_x_ = count_y_ = 1;
  const double total = static_cast<double>(count_x_) * static_cast<double>(count_y_);
  if (total > cell_budget(x.size())) {
    const double shrink = std::sqrt(cell_budget(x.size()) / total);
    count_x_ = std::max<std::int64_t>(1, static_cast<std::int64_t>(static_cast<double>(count_x_) * shrink));
    count_y_ = std::max<std::int64_t>(1, static_cast<std::int64_t>(static_cast<double>(count_y_) * shrink));
    // A world one cell high shrinks along x only.
    while (static_cast<double>(count_x_) * static_cast<double>(count_y_) > cell_budget(x.size())) {
      (count_x_ > count_y_ ? count_x_ : count_y_) /= 2;
    }
  }
  // Agents on one line, or nearly so, share one cell across it.
  scale_x_ = extent.x > kLengthEpsilon ? static_cast<double>(count_x_) / extent.x : 0.0;
  scale_y_ = extent.y > kLengthEpsilon ? static_cast<double>(count_y_) / extent.y : 0.0;
}

void NeighborGrid::sort(std::span<const double> x, std::span<const double> y) {
  const std::size_t n = x.size();
  // As the agents spread there are more cells; room for all there may ever be keeps later steps from allocating.
  start_.reserve(static_cast<std::size_t>(cell_budget(n)) + 1);
  start_.assign(static_cast<std::size_t>(count_x_ * count_y_) + 1, 0);
  cell_.resize(n);
  agents_.resize(n);
  x_.resize(n);
  y_.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    const std::int64_t column = cell_of(x[i], axis_x());
    const std::int64_t row = cell_of(y[i], axis_y());
    cell_[i] = static_cast<std::uint32_t>(row * count_x_ + column);
    ++start_[cell_[i] + 1];
  }
  for (std::size_t c = 1; c < start_.size(); ++c) start_[c] += start_[c - 1];
  // Agents are taken in ascending index, so they stay ascending within a cell. While placing them, start_[c]
  // runs to the end of cell c, which is the start of the next; the shift afterwards restores the starts.
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint32_t slot = start_[cell_[i]]++;
    agents_[slot] = static_cast<AgentIndex>(i);
    x_[slot] = x[i];
    y_[slot] = y[i];
  }
  std::copy_backward(start_.begin(), start_.end() - 1, start_.end());
  start_[0] = 0;
}

double NeighborGrid::inside(double v, const Axis& axis) const {
  return wraps_ ? Bounds::wrapped_coordinate(v, axis.low, axis.high) : v;
}

std::int64_t NeighborGrid::cell_of(double v, const Axis& axis) const {
  const double k = (inside(v, axis) - axis.low) * axis.scale;
  if (!(k > 0.0)) return 0;
  return k >= static_cast<double>(axis.count) ? axis.count - 1 : static_cast<std::int64_t>(k);
}

NeighborGrid::Window NeighborGrid::window(double v, double reach, const Axis& axis) const {
  const double cells = static_cast<double>(axis.count);
  const double center = inside(v, axis);
  const double first = std::floor((center - reach - axis.low) * axis.scale);
  const double last = std::floor((center + reach - axis.low) * axis.scale);
  if (!(axis.scale > 0.0) || last - first + 1.0 >= cells) return {0, axis.count - 1};
  if (wraps_) return {static_cast<std::int64_t>(first), static_cast<std::int64_t>(last)};
  return {static_cast<std::int64_t>(clamp(first, 0.0, cells - 1.0)),
          static_cast<std::int64_t>(clamp(last, 0.0, cells - 1.0))};
}

}  // namespace drover
