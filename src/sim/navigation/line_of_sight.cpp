#include "sim/navigation/line_of_sight.h"

#include <cmath>
#include <utility>

#include "core/orientation.h"
#include "sim/geometry/nearest_room.h"
#include "sim/geometry/segment.h"
#include "sim/geometry/segment_distance.h"

namespace drover {
namespace {

// The one order in which the ends are looked at, so that exchanging them changes no bit.
void sort_ends(Vec3& a, Vec3& b) {
  if (b.x < a.x || (b.x == a.x && b.y < a.y)) std::swap(a, b);
}

// Whether a thing at distance `way` from the segment hides one end from the other; `end`: the distance of the
// nearer end, negative inside of a solid.
bool hides(double way, double end, double radius) {
  if (end < -kRoomTolerance) return true;
  const bool is_touched = way <= kRoomTolerance && end > kRoomTolerance;
  return is_touched || way < smaller(radius, end) - kRoomTolerance;
}

// Of a solid that an end lies on: whether the way leads through its inside.
bool leads_through(const Shape& shape, Vec3 a, Vec3 b) {
  if (shape.is_hollow()) return false;
  if (!shape.is_circle()) return shape.blocks(a, b);
  const Vec3 deepest = nearest_point_on_segment(a, b, shape.center());
  return length(deepest - shape.center()) < shape.rounding() - kRoomTolerance;
}

bool shape_hides(const Shape& shape, Vec3 a, Vec3 b, double radius) {
  const double way = distance_to_segment(shape, a, b, radius);
  if (way >= radius && way > kRoomTolerance) return false;
  const double end = smaller(shape.distance(a), shape.distance(b));
  if (hides(way, end, radius)) return true;
  return way <= kRoomTolerance && end <= kRoomTolerance && leads_through(shape, a, b);
}

// Every image of it is a thing by itself.
bool obstacle_hides(const StaticGeometry& geometry, std::uint32_t k, Vec3 a, Vec3 b, double radius) {
  if (!geometry.may_touch_obstacle(k, a, b, radius)) return false;
  const Shape& shape = geometry.shapes()[k];
  bool is_hidden = false;
  visit_images_near(shape, geometry.bounds(), a, b, radius, [&](Vec3 shift) {
    is_hidden = is_hidden || shape_hides(shape, a + shift, b + shift, radius);
  });
  return is_hidden;
}

bool is_crossed(const Segment& wall, Vec3 a, Vec3 b) {
  return orientation(a, b, wall.a) * orientation(a, b, wall.b) < 0 &&
         orientation(wall.a, wall.b, a) * orientation(wall.a, wall.b, b) < 0;
}

// A segment of a wall, as a part of the whole wall where an end is near to that; what it touches it hides by
// itself.
bool wall_hides(const StaticGeometry& geometry, const Segment& wall, Vec3 a, Vec3 b, double radius) {
  const double side_a = dot(a - wall.a, wall.normal);
  const double side_b = dot(b - wall.a, wall.normal);
  if (smaller(side_a, side_b) > radius || larger(side_a, side_b) < -radius) return false;
  const double way = distance_between_segments(a, b, wall.a, wall.b);
  if (way >= radius && way > kRoomTolerance) return false;
  const double end = smaller(length(a - nearest_point_on_segment(wall.a, wall.b, a)),
                             length(b - nearest_point_on_segment(wall.a, wall.b, b)));
  if (!hides(way, end, radius)) return is_crossed(wall, a, b);
  if (way <= kRoomTolerance) return true;
  const double end_of_all = smaller(length(a - geometry.nearest_point_of_wall(wall.wall, a)),
                                    length(b - geometry.nearest_point_of_wall(wall.wall, b)));
  return hides(way, end_of_all, radius);
}

bool is_in_solid_wall(const StaticGeometry& geometry, Vec3 p) {
  bool is_inside = false;
  geometry.visit_solids_around(p, [&](std::uint32_t wall) {
    is_inside = is_inside || length(p - geometry.nearest_point_of_wall(wall, p)) > kRoomTolerance;
  });
  return is_inside;
}

// Whether the segment between a and b, in cells from the corner of a grid, touches the closed square of a
// cell whose rows and columns it has points in: not all corners are on one side of its line. Exact.
bool touches(Vec3 a, Vec3 b, double x, double y) {
  if (a == b) return true;
  int left = 0;
  int right = 0;
  for (const Vec3 corner : {Vec3{x, y, 0.0}, {x + 1.0, y, 0.0}, {x + 1.0, y + 1.0, 0.0}, {x, y + 1.0, 0.0}}) {
    const int side = orientation(a, b, corner);
    left += side > 0 ? 1 : 0;
    right += side < 0 ? 1 : 0;
  }
  return left < 4 && right < 4;
}

// Of the closed unit intervals with a point between `low` and `high` the first and the last.
struct Cells {
  Cells(double low, double high, double count, bool wraps)
      : first(std::ceil(low) - 1.0), last(std::floor(high)) {
    if (wraps) return;
    first = larger(first, 0.0);
    last = smaller(last, count - 1.0);
  }
  double first, last;
};

}  // namespace

bool sees(const StaticGeometry& geometry, Vec3 a, Vec3 b, double radius) {
  sort_ends(a, b);
  bool is_hidden = false;
  const auto is_enough = [&](double) { return is_hidden; };
  const auto meet_obstacle = [&](std::uint32_t k) {
    is_hidden = is_hidden || obstacle_hides(geometry, k, a, b, radius);
  };
  geometry.obstacle_grid().visit_along(a, b, radius, meet_obstacle, is_enough);
  if (is_hidden) return false;
  const auto meet_wall = [&, segments = geometry.segments()](std::uint32_t k) {
    is_hidden = is_hidden || wall_hides(geometry, segments[k], a, b, radius);
  };
  geometry.segment_grid().visit_along(a, b, radius, meet_wall, is_enough);
  // No segment tells about what is inside of a solid wall, nor about a chord between two points of its
  // border.
  return !is_hidden && !is_in_solid_wall(geometry, a) && !is_in_solid_wall(geometry, b) &&
         !is_in_solid_wall(geometry, (a + b) * 0.5);
}

// Column by column, and in each by the rows that the segment passes there. Only cells that are not free are
// tested for being touched.
bool sees_on_grid(const GridMap& map, const StaticGeometry& geometry, Vec3 a, Vec3 b) {
  sort_ends(a, b);
  const GridFrame& frame = map.frame();
  const auto width = static_cast<double>(frame.width);
  const auto height = static_cast<double>(frame.height);
  const auto in_cells = [&](Vec3 p) {
    return Vec3{(p.x - frame.origin.x) / frame.cell_size, (p.y - frame.origin.y) / frame.cell_size, 0.0};
  };
  const Vec3 from = in_cells(a);
  const Vec3 to = in_cells(b);
  const auto is_beyond = [&](Vec3 p) { return p.x < 0.0 || p.x > width || p.y < 0.0 || p.y > height; };
  if (!frame.wraps && (is_beyond(from) || is_beyond(to))) return false;
  const double low = smaller(from.y, to.y);
  const double high = larger(from.y, to.y);
  const Cells columns(from.x, to.x, width, frame.wraps);
  for (double x = columns.first; x <= columns.last; x += 1.0) {
    // Where the segment enters and leaves the column; rounding may add a row, which the exact test drops.
    constexpr double kSlack = 1e-6;
    const auto at = [&](double column) {
      const double t = from.x < to.x ? clamp((column - from.x) / (to.x - from.x), 0.0, 1.0) : 0.0;
      return from.y + (to.y - from.y) * t;
    };
    const bool is_upright = !(from.x < to.x);
    const double enters = is_upright ? low : at(x);
    const double leaves = is_upright ? high : at(x + 1.0);
    const Cells rows(larger(low, smaller(enters, leaves) - kSlack),
                     smaller(high, larger(enters, leaves) + kSlack), height, frame.wraps);
    for (double y = rows.first; y <= rows.last; y += 1.0) {
      GridCell cell{static_cast<std::int64_t>(x), static_cast<std::int64_t>(y)};
      if (frame.wraps) {
        cell.x = (cell.x % frame.width + frame.width) % frame.width;
        cell.y = (cell.y % frame.height + frame.height) % frame.height;
      }
      if (!map.is_free(frame.index(cell)) && touches(from, to, x, y)) return false;
    }
  }
  // Touching counts up to what counts as zero.
  return is_clear_way(geometry, a, b, 2.0 * kRoomTolerance);
}

}  // namespace drover
