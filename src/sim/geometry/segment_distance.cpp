#include "sim/geometry/segment_distance.h"

#include <cmath>

#include "core/orientation.h"
#include "sim/geometry/nearest_room.h"
#include "sim/geometry/segment.h"

namespace drover {
namespace {

// From a segment to a circle or a capsule. The distance to what is convex is greatest at an end.
double distance_to_round(const Shape& shape, Vec3 a, Vec3 b) {
  const Vec3 from = shape.corners().front();
  const Vec3 to = shape.corners().back();
  const double outside = distance_between_segments(a, b, from, to) - shape.rounding();
  if (outside >= 0.0 || !shape.is_hollow()) return larger(outside, 0.0);
  const double at_a = length(a - nearest_point_on_segment(from, to, a));
  const double at_b = length(b - nearest_point_on_segment(from, to, b));
  return larger(shape.rounding() - larger(at_a, at_b), 0.0);
}

}  // namespace

double distance_between_segments(Vec3 a, Vec3 b, Vec3 c, Vec3 d) {
  if (orientation(a, b, c) != orientation(a, b, d) && orientation(c, d, a) != orientation(c, d, b))
    return 0.0;
  const auto to = [](Vec3 from, Vec3 to_a, Vec3 to_b) {
    return length2(from - nearest_point_on_segment(to_a, to_b, from));
  };
  return std::sqrt(smaller(smaller(to(a, c, d), to(b, c, d)), smaller(to(c, a, b), to(d, a, b))));
}

double distance_to_segment(const Shape& shape, Vec3 a, Vec3 b, double reach) {
  if (!shape.is_polygon()) return distance_to_round(shape, a, b);
  if (!shape.is_hollow() && shape.encloses(a)) return 0.0;
  double least = kInfinity;
  shape.visit_edges_near(a, b, reach, [&](std::uint32_t k) {
    least = smaller(least, distance_between_segments(a, b, shape.edges()[k].a, shape.edges()[k].b));
  });
  return least;
}

double distance_to_segment(const StaticGeometry& geometry, std::uint32_t obstacle, Vec3 a, Vec3 b,
                           double reach) {
  const Shape& shape = geometry.shapes()[obstacle];
  double least = kInfinity;
  visit_images_near(shape, geometry.bounds(), a, b, reach, [&](Vec3 shift) {
    least = smaller(least, distance_to_segment(shape, a + shift, b + shift, reach));
  });
  return least;
}

bool is_clear_way(const StaticGeometry& geometry, Vec3 a, Vec3 b, double radius) {
  const double least = radius - kRoomTolerance;
  bool is_met = false;
  const auto is_enough = [&](double) { return is_met; };
  const auto meet_obstacle = [&](std::uint32_t k) {
    is_met = is_met || (geometry.may_touch_obstacle(k, a, b, radius) &&
                        distance_to_segment(geometry, k, a, b, radius) < least);
  };
  geometry.obstacle_grid().visit_along(a, b, radius, meet_obstacle, is_enough);
  if (is_met) return false;
  const auto meet_wall = [&](std::uint32_t k) {
    const Segment& wall = geometry.segments()[k];
    is_met = is_met || distance_between_segments(a, b, wall.a, wall.b) < least;
  };
  geometry.segment_grid().visit_along(a, b, radius, meet_wall, is_enough);
  // Of a solid wall no segment is met where all of the way is inside.
  geometry.visit_solids_around(a, [&](std::uint32_t) { is_met = is_met || least > 0.0; });
  return !is_met;
}

}  // namespace drover
