#include "sim/geometry/static_grid.h"

#include "core/field_table.h"

namespace drover {
namespace {

// So few are looked at one by one sooner.
inline constexpr std::size_t kFewestForCells = 16;
// An item in more cells than this is in none.
inline constexpr std::size_t kMaxCellsOfItem = 256;

// The value below which `part` of them lie; reorders them.
double quantile(std::vector<double>& values, double part) {
  const auto rank = static_cast<std::ptrdiff_t>(part * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), values.begin() + rank, values.end());
  return values[static_cast<std::size_t>(rank)];
}

}  // namespace

StaticGrid::StaticGrid(std::span<const Item> items, const Bounds& bounds, bool with_cells)
    : looks_at_all_(!with_cells), wraps_(bounds.wraps()) {
  if (wraps_) period_ = bounds.size();
  boxes_.reserve(items.size());
  low_ = {kInfinity, kInfinity, 0.0};
  high_ = -low_;
  for (const Item& item : items) {
    const Box b = box(item.a, item.b, item.radius);
    boxes_.push_back(b);
    low_ = {smaller(low_.x, b.x - b.half_x), smaller(low_.y, b.y - b.half_y), 0.0};
    high_ = {larger(high_.x, b.x + b.half_x), larger(high_.y, b.y + b.half_y), 0.0};
    largest_half_ = {larger(largest_half_.x, b.half_x), larger(largest_half_.y, b.half_y), 0.0};
  }
  if (!with_cells || items.size() < kFewestForCells) return;
  choose_cells(bounds);
  sort(items);
}

// About as many cells as items over the place where most of them are, so that a few far away do not leave
// the others in one cell; but cells no smaller than half an item of middling size.
void StaticGrid::choose_cells(const Bounds& bounds) {
  const auto n = static_cast<double>(boxes_.size());
  Vec3 low = bounds.min();
  Vec3 extent = bounds.size();
  if (!wraps_) {
    std::vector<double> x, y;
    for (const Box& b : boxes_) {
      x.push_back(b.x);
      y.push_back(b.y);
    }
    constexpr double kApart = 1.0 / 32.0;  // the part of the items that may be far away on either side
    low = {quantile(x, kApart), quantile(y, kApart), 0.0};
    const Vec3 high{quantile(x, 1.0 - kApart), quantile(y, 1.0 - kApart), 0.0};
    extent = (high - low) * (1.0 / (1.0 - 2.0 * kApart));
    low -= extent * kApart;
  }
  std::vector<double> sizes;
  for (const Box& b : boxes_)
    sizes.push_back(2.0 * larger(b.half_x, b.half_y));
  const double side = larger(larger(std::sqrt(extent.x * extent.y / n), 0.5 * quantile(sizes, 0.5)),
                             larger(extent.x, extent.y) / n);
  const auto axis = [&](double from, double length) {
    const double count = clamp(std::floor(length / side), 1.0, n);
    // Where all have the same coordinate there is one cell, of any size.
    return CellAxis{from, count / larger(length, side), static_cast<std::int64_t>(count), wraps_};
  };
  x_axis_ = axis(low.x, extent.x);
  y_axis_ = axis(low.y, extent.y);
  if (!wraps_) return;
  // The first cell follows the last.
  x_axis_.scale = static_cast<double>(x_axis_.count) / period_.x;
  y_axis_.scale = static_cast<double>(y_axis_.count) / period_.y;
}

// The cells of a row in which an item has points: a long slanting wall is in those it passes only.
CellRange StaticGrid::columns_in_row(const Item& item, const Box& box, std::int64_t row) const {
  const Vec3 along = item.b - item.a;
  const double grown = box.half_y - 0.5 * std::fabs(along.y);
  if (wraps_ || std::fabs(along.y) <= grown) {
    return x_axis_.between(box.x - box.half_x, box.x + box.half_x);
  }
  // The part of the segment from which the item reaches into the row; the outer rows have no end.
  const auto edge = [&](std::int64_t r) { return y_axis_.low + static_cast<double>(r) / y_axis_.scale; };
  const double bottom = row == 0 ? -kInfinity : edge(row) - grown;
  const double top = row == y_axis_.count - 1 ? kInfinity : edge(row + 1) + grown;
  const double one = item.a.x + along.x * clamp((bottom - item.a.y) / along.y, 0.0, 1.0);
  const double other = item.a.x + along.x * clamp((top - item.a.y) / along.y, 0.0, 1.0);
  return x_axis_.between(smaller(one, other) - grown, larger(one, other) + grown);
}

template <class Visit>
void StaticGrid::visit_cells_of(const Item& item, const Box& box, Visit&& visit) const {
  const CellRange rows = y_axis_.between(box.y - box.half_y, box.y + box.half_y);
  for (std::int64_t r = rows.first; r <= rows.last; ++r) {
    const std::int64_t row = r < y_axis_.count ? r : r - y_axis_.count;
    const CellRange columns = columns_in_row(item, box, row);
    for (std::int64_t c = columns.first; c <= columns.last; ++c) {
      const std::int64_t column = c < x_axis_.count ? c : c - x_axis_.count;
      if (!visit(static_cast<std::size_t>(row * x_axis_.count + column))) return;
    }
  }
}

void StaticGrid::sort(std::span<const Item> items) {
  start_.assign(static_cast<std::size_t>(x_axis_.count * y_axis_.count) + 1, 0);
  std::vector<std::uint32_t> sorted;  // the items that are in cells
  for (std::uint32_t k = 0; k < items.size(); ++k) {
    std::size_t count = 0;
    visit_cells_of(items[k], boxes_[k], [&](std::size_t) { return ++count <= kMaxCellsOfItem; });
    if (count > kMaxCellsOfItem) {
      large_.push_back(k);
      continue;
    }
    sorted.push_back(k);
    visit_cells_of(items[k], boxes_[k], [&](std::size_t cell) {
      ++start_[cell + 1];
      return true;
    });
  }
  for (std::size_t c = 1; c < start_.size(); ++c)
    start_[c] += start_[c - 1];
  items_.resize(start_.back());
  // While placing, start_[c] runs to the end of cell c, the start of the next; the shift restores the starts.
  for (const std::uint32_t k : sorted) {
    visit_cells_of(items[k], boxes_[k], [&](std::size_t cell) {
      items_[start_[cell]++] = k;
      return true;
    });
  }
  std::copy_backward(start_.begin(), start_.end() - 1, start_.end());
  start_[0] = 0;
}

double StaticGrid::farthest(Vec3 p) const {
  if (wraps_) return 0.5 * (period_.x + period_.y) + largest_half_.x + largest_half_.y;
  const double x = larger(std::fabs(p.x - low_.x), std::fabs(p.x - high_.x));
  const double y = larger(std::fabs(p.y - low_.y), std::fabs(p.y - high_.y));
  return boxes_.empty() ? 0.0 : x + y;
}

// Pieces of at most two cells along either axis: of a long slanting displacement they cover far less than its
// box.
StaticGrid::Pieces StaticGrid::cut(Vec3 from, Vec3 to, const Box& whole) const {
  Pieces pieces{0.0, 1.0, 0.0};
  const Vec3 displacement = to - from;
  // Only images as near to the start as the nearest one or next to that are looked at.
  const Vec3 half = period_ * 1.5 + largest_half_;
  const Vec3 low = wraps_ ? from - half : low_;
  const Vec3 high = wraps_ ? from + half : high_;
  const auto clip = [&](double start, double length, double first, double last) {
    if (std::fabs(length) < kLengthEpsilon) return;  // less than what the boxes are grown by
    const double one = (first - start) / length;
    const double other = (last - start) / length;
    pieces.first = larger(pieces.first, smaller(one, other));
    pieces.last = smaller(pieces.last, larger(one, other));
  };
  const double grown_x = whole.half_x - 0.5 * std::fabs(displacement.x);
  const double grown_y = whole.half_y - 0.5 * std::fabs(displacement.y);
  clip(from.x, displacement.x, low.x - grown_x, high.x + grown_x);
  clip(from.y, displacement.y, low.y - grown_y, high.y + grown_y);
  if (pieces.first > pieces.last) return pieces;
  const double cells =
      larger(std::fabs(displacement.x) * x_axis_.scale, std::fabs(displacement.y) * y_axis_.scale);
  pieces.count = smaller(std::floor(0.5 * cells * (pieces.last - pieces.first)) + 1.0,
                         static_cast<double>(x_axis_.count + y_axis_.count));
  return pieces;
}

}  // namespace drover
