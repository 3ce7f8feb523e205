// Broad phase for static geometry: a uniform grid over items that do not move, built once.
// The grid only proposes candidates, among them every item that touches the query; callers test exactly.
// Cells therefore never change a result.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/vec3.h"
#include "sim/geometry/bounds.h"
#include "sim/geometry/cell_axis.h"

namespace drover {

class StaticGrid {
 public:
  // All points within `radius` of the segment from a to b: a wall, or where a == b a circle.
  struct Item {
    Vec3 a, b;      // m
    double radius;  // m
  };

  // An item that fills a box between two corners along each axis.
  static Item item_around(Vec3 low, Vec3 high) {
    const Vec3 center = (low + high) * 0.5;
    const Vec3 half = (high - low) * 0.5;
    const double radius = smaller(half.x, half.y);
    const Vec3 axis{half.x - radius, half.y - radius, 0.0};
    return {center - axis, center + axis, radius};
  }

  // All points at most so far from (x, y) along each axis [m].
  struct Box {
    double x, y;
    double half_x, half_y;
  };

  // The box round everything within `reach` of the segment from a to b, and a little more: so much that
  // what a test finds in touch, in spite of its rounding, is in the box. Tests that take a root of a
  // difference of squares are off by up to the root of the rounding, 5e-8 of their lengths.
  static Box box(Vec3 a, Vec3 b, double reach) {
    const double width = std::fabs(b.x - a.x);
    const double height = std::fabs(b.y - a.y);
    const double grown = reach + slack(width + height + reach);
    return {0.5 * (a.x + b.x), 0.5 * (a.y + b.y), 0.5 * width + grown, 0.5 * height + grown};
  }
  static Box box(Vec3 p, double reach) { return box(p, p, reach); }
  // Whether all of a box is within another one.
  static bool contains(const Box& whole, const Box& part) {
    return std::fabs(part.x - whole.x) + part.half_x <= whole.half_x &&
           std::fabs(part.y - whole.y) + part.half_y <= whole.half_y;
  }

  StaticGrid() = default;
  // Within bounds that wrap, every item is also where its images are, and is taken for its box. Without cells
  // every query looks at all items: the oracle of the others.
  StaticGrid(std::span<const Item> items, const Bounds& bounds, bool with_cells = true);

  // No point of an item, in a world that wraps of its nearest image, is farther from p [m].
  double farthest(Vec3 p) const;

  // 0 where all items are looked at: there are few.
  std::size_t cell_count() const { return start_.empty() ? 0 : start_.size() - 1; }

 private:
  friend class PresentItems;

  // The part of a displacement, in fractions of it, that is near any item, and the number of pieces to search
  // it in; 0: nothing is near.
  struct Pieces {
    double first, last;
    double count;
  };

  static double slack(double size) { return 1e-6 * (1.0 + size); }
  static bool is_finite(const Box& b) { return drover::is_finite(b.x + b.y + b.half_x + b.half_y); }

  bool has_cells() const { return !start_.empty(); }

  bool overlap(const Box& item, const Box& query) const {
    double dx = query.x - item.x;
    double dy = query.y - item.y;
    if (wraps_) {
      dx = Bounds::nearest_image(dx, period_.x);
      dy = Bounds::nearest_image(dy, period_.y);
    }
    return std::fabs(dx) <= item.half_x + query.half_x && std::fabs(dy) <= item.half_y + query.half_y;
  }

  Pieces cut(Vec3 from, Vec3 to, const Box& whole) const;
  void choose_cells(const Bounds& bounds);
  CellRange columns_in_row(const Item& item, const Box& box, std::int64_t row) const;
  template <class Visit>
  void visit_cells_of(const Item& item, const Box& box, Visit&& visit) const;
  void sort(std::span<const Item> items);

  bool looks_at_all_ = true;
  bool wraps_ = false;
  Vec3 period_;                       // size of a world that wraps [m]
  Vec3 low_, high_;                   // of all boxes [m]
  Vec3 largest_half_;                 // of all boxes [m]
  std::vector<Box> boxes_;            // per item
  std::vector<std::uint32_t> large_;  // items in so many cells that every query looks at them instead
  CellAxis x_axis_, y_axis_;
  std::vector<std::uint32_t> start_;  // per cell, where its items start; one more entry at the end
  std::vector<std::uint32_t> items_;  // by cell, ascending in each
};

// What has a point in a box, found by one look at a grid (PresentItems::look_up) for many questions within
// the box: all items there or, where absent ones were left out, all that are present. Without a box nothing
// is known.
struct NearbyItems {
  const StaticGrid::Box* box = nullptr;
  std::span<const std::uint32_t> items;  // ascending
};

// The items of a grid that are present: no visit finds those of an absent owner. Queries share nothing that
// changes and never allocate, so several threads may ask at once and a visit may ask again.
class PresentItems {
 public:
  using Box = StaticGrid::Box;

  // All of them.
  explicit PresentItems(const StaticGrid& grid) : grid_(grid) {}
  // No item reaches farther from its middle along an axis; absent ones count too [m].
  double largest_half_extent() const { return larger(grid_.largest_half_.x, grid_.largest_half_.y); }
  // `present` has a number for each owner, zero where it is absent; owners beyond its end are present.
  // `owners` names the owner of each item; without any it is the item itself.
  // Questions within the box of `nearby` are answered from its list.
  PresentItems(const StaticGrid& grid, std::span<const std::uint8_t> present,
               std::span<const std::uint32_t> owners, const NearbyItems& nearby = {})
      : grid_(grid), present_(present), owners_(owners), nearby_(nearby) {}

  const StaticGrid& grid() const { return grid_; }
  bool is_present(std::uint32_t k) const {
    if (present_.empty()) return true;
    const std::uint32_t owner = owners_.empty() ? k : owners_[k];
    return owner >= present_.size() || present_[owner] != 0;
  }

  // Writes the items that have a point in `box`, and some that have none, ascending; returns their number, or
  // nothing where there is no room for all.
  std::optional<std::size_t> look_up(const Box& box, std::span<std::uint32_t> out) const {
    if (grid_.looks_at_all_ || !StaticGrid::is_finite(box)) return std::nullopt;
    // An item in several cells is found several times.
    std::array<std::uint32_t, 128> found;
    std::size_t count = 0;
    const bool is_full = any(box, [&](std::uint32_t k) {
      if (count == found.size()) return true;
      found[count++] = k;
      return false;
    });
    if (is_full) return std::nullopt;
    const auto begin = found.begin();
    auto end = begin + static_cast<std::ptrdiff_t>(count);
    if (grid_.has_cells()) {
      std::sort(begin, end);
      end = std::unique(begin, end);
    }
    count = static_cast<std::size_t>(end - begin);
    if (count > out.size()) return std::nullopt;
    std::copy(begin, end, out.begin());
    return count;
  }

  // Calls visit(k) in ascending order, once each, for all items that have a point in `query`, and for some
  // that have none.
  template <class Visit>
  void visit_in_order(const Box& query, Visit&& visit) const {
    if (is_listed(query)) return visit_listed(query, visit);
    if (grid_.looks_at_all_ || !StaticGrid::is_finite(query)) return visit_all(visit);
    if (!grid_.has_cells()) return visit_boxes(query, visit);
    // Where more is found than there is room for, looking at all items costs little more.
    std::array<std::uint32_t, kMaxFound> found;
    std::size_t count = 0;
    const bool is_full = visit_until(query, query, [&](std::uint32_t k) {
      if (count == kMaxFound) return true;
      found[count++] = k;
      return false;
    });
    if (is_full) return visit_all(visit);
    // An item in several cells was found several times.
    const std::span<std::uint32_t> all(found.data(), count);
    std::sort(all.begin(), all.end());
    std::for_each(all.begin(), std::unique(all.begin(), all.end()), visit);
  }

  // Whether test(k) holds for one of the same items; asked in any order, of some twice.
  template <class Test>
  bool any(const Box& query, Test&& test) const {
    if (is_listed(query)) {
      for (const std::uint32_t k : nearby_.items)
        if (grid_.overlap(grid_.boxes_[k], query) && is_present(k) && test(k)) return true;
      return false;
    }
    if (grid_.has_cells() && StaticGrid::is_finite(query)) return visit_until(query, query, test);
    const bool filter = !grid_.looks_at_all_ && StaticGrid::is_finite(query);
    for (std::uint32_t k = 0; k < grid_.boxes_.size(); ++k)
      if ((!filter || grid_.overlap(grid_.boxes_[k], query)) && is_present(k) && test(k)) return true;
    return false;
  }

  // Calls visit(k) for the items that a circle of this radius may touch while it moves from `from` to `to`,
  // in any order, some twice. The displacement is searched in pieces: after the piece that ends at the
  // fraction `t` of the displacement, enough(t) tells whether no item first touched later matters.
  template <class Visit, class Enough>
  void visit_along(Vec3 from, Vec3 to, double radius, Visit&& visit, Enough&& enough) const {
    const Box whole = StaticGrid::box(from, to, radius);
    if (is_listed(whole)) return visit_listed(whole, visit);
    if (grid_.looks_at_all_ || !StaticGrid::is_finite(whole)) return visit_all(visit);
    if (!grid_.has_cells()) return visit_boxes(whole, visit);
    const auto visit_on = [&](std::uint32_t k) {
      visit(k);
      return false;
    };
    const StaticGrid::Pieces pieces = grid_.cut(from, to, whole);
    const Vec3 displacement = to - from;
    const double reach =
        radius + StaticGrid::slack(std::fabs(displacement.x) + std::fabs(displacement.y) + radius);
    const double step = (pieces.last - pieces.first) / pieces.count;
    double begin = pieces.first;
    for (double k = 1.0; k <= pieces.count; k += 1.0) {
      const double end = k == pieces.count ? pieces.last : pieces.first + step * k;
      visit_until(StaticGrid::box(from + displacement * begin, from + displacement * end, reach), whole,
                  visit_on);
      if (enough(end)) return;
      begin = end;
    }
  }

  // Calls visit(k) for items ever farther from p, in any order, many twice, until enough(reach) tells that
  // nothing matters of which every point is farther than `reach` [m], or no item is left.
  template <class Visit, class Enough>
  void visit_outward(Vec3 p, Visit&& visit, Enough&& enough) const {
    if (grid_.has_cells()) {
      const double all = grid_.farthest(p);
      for (double reach = 1.0 / larger(grid_.x_axis_.scale, grid_.y_axis_.scale); reach < all; reach *= 2.0) {
        any(StaticGrid::box(p, reach), [&](std::uint32_t k) {
          visit(k);
          return false;
        });
        if (enough(reach)) return;
      }
    }
    visit_all(visit);
  }

 private:
  static constexpr std::size_t kMaxFound = 1024;

  bool is_listed(const Box& query) const {
    return nearby_.box != nullptr && StaticGrid::contains(*nearby_.box, query);
  }
  template <class Visit>
  void visit_listed(const Box& query, Visit&& visit) const {
    for (const std::uint32_t k : nearby_.items)
      if (grid_.overlap(grid_.boxes_[k], query) && is_present(k)) visit(k);
  }

  template <class Visit>
  void visit_all(Visit&& visit) const {
    for (std::uint32_t k = 0; k < grid_.boxes_.size(); ++k)
      if (is_present(k)) visit(k);
  }

  // One by one, those whose box overlaps `query`.
  template <class Visit>
  void visit_boxes(const Box& query, Visit&& visit) const {
    for (std::uint32_t k = 0; k < grid_.boxes_.size(); ++k)
      if (grid_.overlap(grid_.boxes_[k], query) && is_present(k)) visit(k);
  }

  // Calls test(k) for the items in the cells of `query` whose box overlaps `filter`, until it returns true.
  template <class Test>
  bool visit_until(const Box& query, const Box& filter, Test&& test) const {
    for (const std::uint32_t k : grid_.large_)
      if (grid_.overlap(grid_.boxes_[k], filter) && is_present(k) && test(k)) return true;
    const CellRange columns = grid_.x_axis_.between(query.x - query.half_x, query.x + query.half_x);
    const CellRange rows = grid_.y_axis_.between(query.y - query.half_y, query.y + query.half_y);
    const auto stretch = [&](std::int64_t first, std::int64_t last) {
      const std::uint32_t end = grid_.start_[static_cast<std::size_t>(last) + 1];
      for (std::uint32_t e = grid_.start_[static_cast<std::size_t>(first)]; e < end; ++e)
        if (grid_.overlap(grid_.boxes_[grid_.items_[e]], filter) && is_present(grid_.items_[e]) &&
            test(grid_.items_[e]))
          return true;
      return false;
    };
    for (std::int64_t row = rows.first; row <= rows.last; ++row) {
      const std::int64_t base =
          (row < grid_.y_axis_.count ? row : row - grid_.y_axis_.count) * grid_.x_axis_.count;
      const std::int64_t last = columns.last < grid_.x_axis_.count ? columns.last : grid_.x_axis_.count - 1;
      if (stretch(base + columns.first, base + last)) return true;
      if (columns.last > last && stretch(base, base + columns.last - grid_.x_axis_.count)) return true;
    }
    return false;
  }

  const StaticGrid& grid_;
  std::span<const std::uint8_t> present_;
  std::span<const std::uint32_t> owners_;
  NearbyItems nearby_;
};

}  // namespace drover
