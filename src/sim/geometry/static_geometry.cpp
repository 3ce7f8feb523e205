#include "sim/geometry/static_geometry.h"

#include <algorithm>
#include <cmath>

#include "sim/geometry/circle_hit.h"
#include "sim/geometry/first_met.h"

namespace drover {
namespace {

// Where on a ray a wall is met, as a fraction of the ray: end points of the wall included, infinite behind
// the start, where the ray passes by, and where both are parallel.
double fraction_to_wall(const Segment& wall, Vec3 from, Vec3 ray) {
  // Which side of the ray each end lies on, from that end alone: two segments that share an end agree about
  // it, so no ray slips through a corner.
  const double side_a = cross(ray, wall.a - from).z;
  const double side_b = cross(ray, wall.b - from).z;
  if ((side_a > 0.0 && side_b > 0.0) || (side_a < 0.0 && side_b < 0.0)) return kInfinity;
  const Vec3 along = wall.b - wall.a;
  const double crossing = cross(ray, along).z;
  if (crossing == 0.0) return kInfinity;  // parallel
  const double t = cross(wall.a - from, along).z / crossing;
  return t >= 0.0 ? t : kInfinity;
}

// Whether a wall lies along a segment from a point, which fraction_to_wall does not see, and shares a point
// with it.
bool lies_along(const Segment& wall, Vec3 from, Vec3 ray) {
  const Vec3 a = wall.a - from;
  const Vec3 b = wall.b - from;
  if (ray == Vec3{} || cross(ray, a).z != 0.0 || cross(ray, b).z != 0.0) return false;
  return larger(dot(ray, a), dot(ray, b)) >= 0.0 && smaller(dot(ray, a), dot(ray, b)) <= length2(ray);
}

}  // namespace

// Absent shapes too: the lists stay right when some appear.
void StaticGeometry::look_up(const StaticGrid::Box& box, NearbyShapes& out) const {
  constexpr double kGrowth = 1.5;  // of the box, so that it holds the questions of several steps
  // As large as the last one, up to a limit: whoever asks about the largest box sets the size, and smaller
  // questions beside it do not shrink it.
  constexpr double kLargest = 4.0;  // times the box asked about
  const auto half = [](double asked, double last) {
    return larger(kGrowth * asked, smaller(last, kLargest * asked));
  };
  out.box = {box.x, box.y, half(box.half_x, out.box.half_x), half(box.half_y, out.box.half_y)};
  const auto look = [&](const StaticGrid& grid, NearbyShapes::List& list) {
    const std::optional<std::size_t> count = PresentItems(grid).look_up(out.box, list.items);
    list.count = static_cast<std::uint32_t>(count.value_or(0));
    list.is_complete = count.has_value();
  };
  look(shapes_.obstacle_grid, out.obstacles);
  look(shapes_.segment_grid, out.segments);
}

// The even-odd rule: p is inside when a ray from it to +x crosses the wall an odd number of times.
bool StaticGeometry::is_inside(std::uint32_t wall, Vec3 p) const {
  bool inside = false;
  for (std::uint32_t k = shapes_.first_segment[wall]; k < shapes_.first_segment[wall + 1]; ++k) {
    const Vec3 a = shapes_.segments[k].a;
    const Vec3 b = shapes_.segments[k].b;
    if ((a.y > p.y) == (b.y > p.y)) continue;
    // The sign of the cross product tells the side of the edge without a division.
    const double side = cross(b - a, p - a).z;
    if ((b.y > a.y) == (side > 0.0)) inside = !inside;
  }
  return inside;
}

std::optional<WallHit> StaticGeometry::first_wall_hit(Vec3 from, Vec3 to, WallSides sides,
                                                      Vec3 viewer) const {
  if (is_spatial()) return first_triangle_hit(from, to, 0.0, sides, viewer);
  const Vec3 ray = to - from;
  FirstMet first;
  const auto meet = [&, segments = segments()](std::uint32_t k) {
    const Segment& wall = segments[k];
    const double t = fraction_to_wall(wall, from, ray);
    if (!(t <= 1.0)) return;
    if (sides == WallSides::left && dot(viewer - wall.a, wall.normal) < 0.0) return;
    first.add(t, k);
  };
  // To the end of the ray: where one runs along a wall, rounding decides where it is met, and that may be
  // before the place it was looked for.
  segment_grid().visit_along(from, to, 0.0, meet, [](double) { return false; });
  if (!first.is_met()) return std::nullopt;
  const Segment& wall = shapes_.segments[first.index];
  // A viewer exactly on the wall counts as on its left side.
  const double side = dot(viewer - wall.a, wall.normal);
  return WallHit{from + ray * first.t, side < 0.0 ? -wall.normal : wall.normal, first.t * length(ray),
                 first.index};
}

std::optional<WallHit> StaticGeometry::first_swept_wall_hit(Vec3 from, Vec3 to, double radius,
                                                            WallSides sides) const {
  if (is_spatial()) return first_triangle_hit(from, to, radius, sides, from);
  if (radius == 0.0) return first_wall_hit(from, to, sides);
  const Vec3 ray = to - from;
  FirstMet first;
  const auto meet = [&, segments = segments()](std::uint32_t k) {
    const Segment& wall = segments[k];
    if (sides == WallSides::left && dot(from - wall.a, wall.normal) < 0.0) return;
    first.add(entry_into_capsule(wall.a, wall.b, wall.normal, radius, from, ray), k);
  };
  segment_grid().visit_along(from, to, radius, meet, [&](double end) { return first.is_by(end); });
  if (!first.is_met()) return std::nullopt;
  const Segment& wall = shapes_.segments[first.index];
  const Vec3 point = from + ray * first.t;
  Vec3 normal = direction(point - nearest_point_on_segment(wall.a, wall.b, point));
  if (normal == Vec3{}) normal = wall.normal;
  return WallHit{point, normal, first.t * length(ray), first.index};
}

// In space. The normal points to the center of the ball, of a ray to the side of the viewer.
std::optional<WallHit> StaticGeometry::first_triangle_hit(Vec3 from, Vec3 to, double radius, WallSides sides,
                                                          Vec3 viewer) const {
  const SpaceGeometry space = in_space();
  const auto met = space.first_triangle(from, to, radius, sides == WallSides::left, viewer);
  if (!met) return std::nullopt;
  const SpaceShape& triangle = space.triangles()[met->index];
  const Vec3 point = from + (to - from) * met->t;
  const Vec3 normal = radius > 0.0 ? triangle.nearest_border(point).normal : triangle.normal_towards(viewer);
  return WallHit{point, normal, met->t * length(to - from), met->index};
}

bool StaticGeometry::is_wall_between(Vec3 from, Vec3 to) const {
  if (is_spatial()) return in_space().is_wall_between(from, to);
  const Vec3 ray = to - from;
  bool is_met = false;
  const auto meet = [&, segments = segments()](std::uint32_t k) {
    const Segment& wall = segments[k];
    is_met = is_met || fraction_to_wall(wall, from, ray) <= 1.0 || lies_along(wall, from, ray);
  };
  segment_grid().visit_along(from, to, 0.0, meet, [&](double) { return is_met; });
  return is_met;
}

Vec3 StaticGeometry::nearest_point_of_wall(std::uint32_t wall, Vec3 p) const {
  if (is_spatial()) return in_space().nearest_point_of_wall(wall, p);
  const std::uint32_t begin = shapes_.first_segment[wall];
  NearestOfSegments nearest{p};
  shapes_.wall_trees[wall].visit_nearest(p, 0, shapes_.first_segment[wall + 1] - begin, [&](std::uint32_t k) {
    return nearest.add(shapes_.segments[begin + k].a, shapes_.segments[begin + k].b, k);
  });
  return nearest.point;
}

double StaticGeometry::distance(Vec3 p) const {
  if (is_spatial()) return in_space().distance(p, kInfinity, {});
  double least = kInfinity;
  visit_solids_around(
      p, [&](std::uint32_t wall) { least = smaller(least, -length(p - nearest_point_of_wall(wall, p))); });
  const auto is_enough = [&](double reach) { return least <= reach; };
  const auto to_obstacle = [&](std::uint32_t k) { least = smaller(least, distance_to_obstacle(k, p)); };
  obstacle_grid().visit_outward(p, to_obstacle, is_enough);
  const auto to_wall = [&](std::uint32_t k) {
    least =
        smaller(least, length(p - nearest_point_on_segment(shapes_.segments[k].a, shapes_.segments[k].b, p)));
  };
  segment_grid().visit_outward(p, to_wall, is_enough);
  return least;
}

}  // namespace drover
