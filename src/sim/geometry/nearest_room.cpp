#include "sim/geometry/nearest_room.h"

namespace drover {
namespace {

// Pushes a ball in space out of what it overlaps, of the deepest thing first, again and again: between two
// faces the places come ever nearer to where both are a radius away. Nothing where it gets nowhere.
template <class Allowed>
std::optional<Vec3> pushed_out(const SpaceGeometry& geometry, Vec3 p, const RoomNeed& need,
                               Allowed&& is_allowed) {
  constexpr int kRounds = 64;
  const double distance = need.radius + need.margin;
  for (int round = 0; round < kRounds; ++round) {
    if (is_allowed(p)) return p;
    std::optional<ShapeBorder> deepest;
    const auto look = [&](const ShapeBorder& border) {
      if (border.distance < distance && (!deepest || border.distance < deepest->distance)) deepest = border;
      return false;
    };
    if (need.solids.obstacles) {
      geometry.visit_obstacles(p, p, distance, [&](std::uint32_t k, Vec3 shift) {
        const SpaceShape& shape = geometry.obstacles()[k];
        return shape.half_extent() >= need.smallest_obstacle && look(shape.nearest_border(p + shift));
      });
    }
    if (need.solids.walls) {
      geometry.visit_triangles(
          p, p, distance, [&](std::uint32_t k) { return look(geometry.triangles()[k].nearest_border(p)); });
    }
    if (deepest) p += deepest->normal * (distance - deepest->distance);
    const Bounds& bounds = geometry.bounds();
    if (bounds.is_bounded() && !bounds.wraps() && !(need.may_leave_world && bounds.edge() == Edge::open))
      p = bounds.clamped(p);
  }
  return std::nullopt;
}

}  // namespace

bool has_room(const StaticGeometry& geometry, Vec3 p, const RoomNeed& need) {
  const Vec3 inside = geometry.bounds().wrapped_if_needed(p);
  const double least = need.radius - kRoomTolerance;
  if (geometry.is_spatial()) {
    const SpaceGeometry::Scope scope{need.solids.obstacles, need.solids.walls, need.smallest_obstacle};
    return geometry.in_space().distance(inside, need.radius, scope) >= least;
  }
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
  if (geometry.is_spatial()) return find_in_space(geometry, p, need);
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

std::optional<Vec3> RoomFinder::find_in_space(const StaticGeometry& geometry, Vec3 p, const RoomNeed& need) {
  const Bounds& bounds = geometry.bounds();
  const bool is_closed =
      bounds.is_bounded() && !bounds.wraps() && !(need.may_leave_world && bounds.edge() == Edge::open);
  const auto is_allowed = [&](Vec3 q) {
    return (!is_closed || bounds.contains(q)) && has_room(geometry, q, need);
  };
  if (const auto place = pushed_out(geometry.in_space(), p, need, is_allowed))
    return bounds.wrapped_if_needed(*place);
  constexpr double kGrowth = 1.25;
  constexpr double kFarthest = 1e5;  // m
  for (double reach = need.radius; reach < kFarthest; reach *= kGrowth) {
    for (const double z : {0.0, 1.0, -1.0})
      for (const double y : {0.0, 1.0, -1.0})
        for (const double x : {0.0, 1.0, -1.0}) {
          const Vec3 q = p + direction({x, y, z}) * reach;
          if (is_allowed(q)) return bounds.wrapped_if_needed(q);
        }
  }
  return std::nullopt;
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
