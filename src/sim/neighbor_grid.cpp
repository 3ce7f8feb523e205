#include "sim/neighbor_grid.h"

#include <algorithm>
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

// k modulo count, for whole numbers of any size.
double modulo(double k, double count) {
  const double rest = k - count * std::floor(k / count);
  return rest >= 0.0 && rest < count ? rest : 0.0;
}

}  // namespace

void NeighborGrid::build(std::span<const double> x, std::span<const double> y, const Bounds& bounds,
                         const Cells& cells) {
  wraps_ = bounds.wraps();
  choose_cells(x, y, bounds, cells);
  sort(x, y, cells.present);
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
  // Cells of the wanted size, as many as it takes; only so many of them are kept apart.
  double wanted_x = cells.x > 0 ? static_cast<double>(cells.x) : count_for(extent.x, cells.size);
  double wanted_y = cells.y > 0 ? static_cast<double>(cells.y) : count_for(extent.y, cells.size);
  if (!cells.enabled) wanted_x = wanted_y = 1.0;
  const double budget = cell_budget(x.size());
  double kept_x = smaller(wanted_x, std::floor(std::sqrt(budget)));
  const double kept_y = smaller(wanted_y, std::floor(budget / kept_x));
  kept_x = smaller(wanted_x, std::floor(budget / kept_y));
  modular_ = wraps_ || kept_x < wanted_x || kept_y < wanted_y;
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

void NeighborGrid::sort(std::span<const double> x, std::span<const double> y,
                        std::span<const std::uint8_t> present) {
  const std::size_t n = x.size();
  const auto is_present = [present](std::size_t i) { return present.empty() || present[i] != 0; };
  // As the agents spread there are more cells; room for all there may ever be keeps later steps from
  // allocating.
  start_.reserve(static_cast<std::size_t>(cell_budget(n)) + 1);
  start_.assign(static_cast<std::size_t>(count_x_ * count_y_) + 1, 0);
  cell_.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    if (!is_present(i)) continue;
    const std::int64_t column = cell_of(x[i], axis_x());
    const std::int64_t row = cell_of(y[i], axis_y());
    cell_[i] = static_cast<std::uint32_t>(row * count_x_ + column);
    ++start_[cell_[i] + 1];
  }
  for (std::size_t c = 1; c < start_.size(); ++c)
    start_[c] += start_[c - 1];
  agents_.reserve(n);
  x_.reserve(n);
  y_.reserve(n);
  agents_.resize(start_.back());
  x_.resize(start_.back());
  y_.resize(start_.back());
  // Agents are taken in ascending index, so they stay ascending within a cell. While placing them, start_[c]
  // runs to the end of cell c, which is the start of the next; the shift afterwards restores the starts.
  for (std::size_t i = 0; i < n; ++i) {
    if (!is_present(i)) continue;
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
  const double cells = static_cast<double>(axis.count);
  const double k = std::floor((inside(v, axis) - axis.low) * axis.scale);
  return static_cast<std::int64_t>(modular_ ? modulo(k, cells) : clamp(k, 0.0, cells - 1.0));
}

NeighborGrid::Window NeighborGrid::window(double v, double reach, const Axis& axis) const {
  const double cells = static_cast<double>(axis.count);
  const double center = inside(v, axis);
  const double first = std::floor((center - reach - axis.low) * axis.scale);
  const double last = std::floor((center + reach - axis.low) * axis.scale);
  if (!(axis.scale > 0.0) || last - first + 1.0 >= cells) return {0, axis.count - 1};
  if (modular_) {
    const double start = modulo(first, cells);
    return {static_cast<std::int64_t>(start), static_cast<std::int64_t>(start + (last - first))};
  }
  return {static_cast<std::int64_t>(clamp(first, 0.0, cells - 1.0)),
          static_cast<std::int64_t>(clamp(last, 0.0, cells - 1.0))};
}

}  // namespace drover
