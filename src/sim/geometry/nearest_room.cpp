#include "sim/geometry/nearest_room.h"

namespace drover {

bool has_room(const StaticGeometry& geometry, Vec3 p, const RoomNeed& need) {
  const Vec3 inside = geometry.bounds().wrapped_if_needed(p);
  const double least = need.radius - kRoomTolerance;
  const StaticGrid::Box around = StaticGrid::box(inside, need.radius);
  const bool in_obstacle =
      need.solids.obstacles && geometry.obstacle_grid().any(around, [&](std::uint32_t k) {
        return geometry.shapes()[k].half_extent() >= need.smallest_obstacle &&
               geometry.distance_to_obstacle(k, inside) < least;
      });
  if (in_obstacle || !need.solids.walls) return !in_obstacle;
  bool on_wall = geometry.segment_grid().any(around, [&](std::uint32_t k) {
    const Segment& wall = geometry.segments()[k];
    return length(inside - nearest_point_on_segment(wall.a, wall.b, inside)) < least;
  });
  geometry.visit_solids_around(inside, [&](std::uint32_t) { on_wall = true; });
  return !on_wall;
}

// Looks at what is near first: a point that is nearer than all that was left out is the nearest.
std::optional<Vec3> RoomFinder::find(const StaticGeometry& geometry, Vec3 p, const RoomNeed& need) {
  if (!is_finite(p)) return std::nullopt;
  const Bounds& bounds = geometry.bounds();
  const bool is_closed =
      bounds.is_bounded() && !bounds.wraps() && !(need.may_leave_world && bounds.edge() == Edge::open);
  const auto is_allowed = [&](Vec3 q) {
    return (!is_closed || bounds.contains(q)) && has_room(geometry, q, need);
  };
  const double all =
      larger(geometry.obstacle_grid().grid().farthest(p), geometry.segment_grid().grid().farthest(p)) +
      need.radius + need.margin;
  for (double reach = 1.0 + 2.0 * need.radius;; reach *= 2.0) {
    gather(geometry, p, need, reach);
    const bool is_all = reach >= all;
    const std::optional<Vec3> place = search_.find(p, is_allowed, is_all ? PlaceSearch::kFar : reach);
    if (place) return bounds.wrapped_if_needed(*place);
    if (is_all) return std::nullopt;
  }
}

// Collects the lines at which room may end within `reach` of p.
void RoomFinder::gather(const StaticGeometry& geometry, Vec3 p, const RoomNeed& need, double reach) {
  search_.clear();
  const Bounds& bounds = geometry.bounds();
  const double distance = need.radius + need.margin;
  const StaticGrid::Box around = StaticGrid::box(p, reach + distance);
  if (need.solids.obstacles) {
    geometry.obstacle_grid().visit_in_order(around, [&](std::uint32_t k) {
      const Shape& shape = geometry.shapes()[k];
      if (shape.half_extent() < need.smallest_obstacle) return;
      add_obstacle(shape, p + bounds.displacement(p, shape.center()) - shape.center(), distance);
    });
  }
  if (need.solids.walls) {
    geometry.segment_grid().visit_in_order(around, [&](std::uint32_t k) {
      const Segment& wall = geometry.segments()[k];
      search_.add_sides(wall.a, wall.b, distance);
      search_.add_circle(wall.a, distance);
      search_.add_circle(wall.b, distance);
    });
  }
  if (bounds.is_bounded() && !bounds.wraps()) add_edges_of_world(bounds);
}

// `shift` moves the shape to its nearest image.
void RoomFinder::add_obstacle(const Shape& shape, Vec3 shift, double distance) {
  if (!shape.is_polygon()) {
    add_round(shape, shift, shape.rounding() + distance);
    if (shape.is_hollow() && shape.rounding() > distance)
      add_round(shape, shift, shape.rounding() - distance);
    return;
  }
  for (const ShapeEdge& edge : shape.edges()) {
    const Vec3 out = edge.normal * distance;
    search_.add_segment(edge.a + shift + out, edge.b + shift + out);
    if (shape.is_hollow()) search_.add_segment(edge.a + shift - out, edge.b + shift - out);
    search_.add_circle(edge.a + shift, distance);
  }
}

// The points at a distance from the center of a circle or the axis of a capsule.
void RoomFinder::add_round(const Shape& shape, Vec3 shift, double distance) {
  for (const ShapeEdge& axis : shape.edges())
    search_.add_sides(axis.a + shift, axis.b + shift, distance);
  for (const Vec3& corner : shape.corners())
    search_.add_circle(corner + shift, distance);
}

void RoomFinder::add_edges_of_world(const Bounds& bounds) {
  const Vec3 low = bounds.min();
  const Vec3 high = bounds.max();
  search_.add_segment(low, {high.x, low.y, 0.0});
  search_.add_segment({high.x, low.y, 0.0}, high);
  search_.add_segment(high, {low.x, high.y, 0.0});
  search_.add_segment({low.x, high.y, 0.0}, low);
}

}  // namespace drover
