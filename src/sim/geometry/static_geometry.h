// The questions that behaviors ask about what does not move: about the obstacles and walls that are present.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/vec3.h"
#include "sim/geometry/bounds.h"
#include "sim/geometry/segment.h"
#include "sim/geometry/shape.h"
#include "sim/geometry/static_grid.h"
#include "sim/geometry/static_shapes.h"

namespace drover {

// Where a ray meets a wall.
struct WallHit {
  Vec3 point;             // m
  Vec3 normal;            // unit, on the side the ray comes from
  double distance;        // from the ray's start [m]
  std::uint32_t segment;  // index of the segment
};

// Where a ray, or a circle swept along it, meets an obstacle.
struct ObstacleHit {
  Vec3 point;              // on the ray [m]
  Vec3 normal;             // unit, out of the obstacle
  double distance;         // from the ray's start; 0 where it starts inside [m]
  std::uint32_t obstacle;  // index of the obstacle
};

// Which sides of a wall count; its left is the side of its normal.
enum class WallSides { both, left };

// The obstacles and wall segments near an agent, present or not: what StaticGeometry::over found the last
// time.
struct NearbyShapes {
  static constexpr std::size_t kRoom = 16;
  struct List {
    std::array<std::uint32_t, kRoom> items;
    std::uint32_t count = 0;
    bool is_complete = false;  // there was room for all
  };

  StaticGrid::Box box{0.0, 0.0, -1.0, -1.0};  // all in it is listed
  List obstacles, segments;
};

// A view: cheap to make, and no longer valid than the shapes and the numbers that say which are present.
class StaticGeometry {
 public:
  explicit StaticGeometry(const StaticShapes& shapes) : StaticGeometry(shapes, shapes.presence_at_start()) {}
  StaticGeometry(const StaticShapes& shapes, StaticPresence presence)
      : shapes_(shapes), presence_(presence) {}

  // The same geometry, which answers questions within a box (StaticGrid::box) from a short list instead of
  // the grids. The list is of a larger box and is used again until the questions leave that, so that what
  // moves a little has it looked up once in many steps. Where more is near than there is room for, the grids
  // answer.
  StaticGeometry over(NearbyShapes& nearby, const StaticGrid::Box& box) const {
    if (is_spatial()) return *this;
    if (!StaticGrid::contains(nearby.box, box)) look_up(box, nearby);
    const auto listed = [&](const NearbyShapes::List& list) {
      return list.is_complete ? NearbyItems{&nearby.box, std::span(list.items).first(list.count)}
                              : NearbyItems{};
    };
    return {shapes_, presence_, listed(nearby.obstacles), listed(nearby.segments)};
  }
  StaticGeometry over_segments(const NearbyItems& nearby) const { return {shapes_, presence_, {}, nearby}; }

  const Bounds& bounds() const { return shapes_.bounds; }
  std::span<const Shape> shapes() const { return shapes_.obstacles; }  // in file order, absent ones too
  std::span<const Segment> segments() const { return shapes_.segments; }
  std::span<const std::string> obstacle_ids() const { return shapes_.obstacle_ids; }
  std::span<const std::string> wall_ids() const { return shapes_.wall_ids; }

  // Where those are that are present, by index: for questions of other kinds than these.
  PresentItems obstacle_grid() const {
    return {shapes_.obstacle_grid, presence_.obstacles, {}, nearby_obstacles_};
  }
  PresentItems segment_grid() const {
    return {shapes_.segment_grid, presence_.walls, shapes_.wall_of_segment, nearby_segments_};
  }

  // In space the shapes are other ones, without these grids. The questions below are the same.
  bool is_spatial() const { return shapes_.space.has_value(); }
  SpaceGeometry in_space() const { return {*shapes_.space, presence_.obstacles, presence_.walls}; }

  bool has_obstacles() const { return !shapes_.obstacle_ids.empty(); }
  bool is_empty() const { return shapes_.obstacle_ids.empty() && shapes_.wall_ids.empty(); }
  bool is_obstacle_present(std::uint32_t k) const { return obstacle_grid().is_present(k); }
  // The wall that a segment, or a triangle, belongs to.
  std::uint32_t wall_of(std::uint32_t segment) const {
    return is_spatial() ? in_space().wall_of(segment) : shapes_.wall_of_segment[segment];
  }
  bool is_wall_solid(std::uint32_t wall) const { return std::ranges::binary_search(shapes_.solids, wall); }
  bool is_wall_present(std::uint32_t wall) const {
    if (is_spatial()) return in_space().is_wall_present(wall);
    return segment_grid().is_present(shapes_.first_segment[wall]);
  }

  // The first wall met on the way from `from` to `to`, end points of walls included; ties go to the lowest
  // segment. Nothing slips through where two segments share a point. With WallSides::left, walls that `from`
  // is to the right of are left out; a start exactly on a wall counts as its left.
  std::optional<WallHit> first_wall_hit(Vec3 from, Vec3 to, WallSides sides = WallSides::both) const {
    return first_wall_hit(from, to, sides, from);
  }
  // The same for a ray that does not start at the agent: what counts is the side `viewer` is on.
  std::optional<WallHit> first_wall_hit(Vec3 from, Vec3 to, WallSides sides, Vec3 viewer) const;

  // The first wall a circle of this radius touches when its center goes from `from` to `to`: exactly where
  // that way enters the set of points nearer to a wall than the radius, round ends included. The point is the
  // center's, the normal points to it from the nearest point of the wall. A circle that overlaps a wall from
  // the start hits it there; one that only touches it there does not. Ties go to the lowest segment.
  std::optional<WallHit> first_swept_wall_hit(Vec3 from, Vec3 to, double radius,
                                              WallSides sides = WallSides::both) const;

  // The first obstacle that a circle of this radius (0: a ray) touches on the same way, images too in a world
  // that wraps. A circle that overlaps one from the start hits it at distance 0, the normal out of it (from
  // the center of a circular one: to the ray's left). Ties go to the lowest obstacle. Obstacles whose half
  // extent is below `smallest` do not count [m].
  std::optional<ObstacleHit> first_obstacle_hit(Vec3 from, Vec3 to, double radius = 0.0,
                                                double smallest = 0.0) const;

  // One obstacle, by index; of its images the one that counts, as seen from the point asked about.
  // From a point to the obstacle, negative inside of a solid one [m].
  double distance_to_obstacle(std::uint32_t obstacle, Vec3 p) const;
  // Whether a circle and the obstacle have an inner point in common.
  bool overlaps_obstacle(std::uint32_t obstacle, Vec3 center, double radius) const;
  // Whether it may come to that on the way from one point to another; false is certain.
  bool may_touch_obstacle(std::uint32_t obstacle, Vec3 from, Vec3 to, double radius) const;
  // The nearest place of its border.
  ShapeBorder nearest_border(std::uint32_t obstacle, Vec3 p) const;
  // Where a circle that moves meets it: see Shape::first_hit. What overlaps it and moves away is let go.
  std::optional<ShapeHit> hit_on_obstacle(std::uint32_t obstacle, Vec3 from, Vec3 to, double radius) const;
  // Whether it stands between two points: see Shape::blocks.
  bool is_obstacle_between(std::uint32_t obstacle, Vec3 from, Vec3 to) const;

  // Whether any wall is met on the way, end points of walls and of the way included.
  bool is_wall_between(Vec3 from, Vec3 to) const;

  // Whether the segment from `from` to `to` passes through the inside of an obstacle, or crosses the border
  // of a hollow one or a wall.
  bool blocks_sight(Vec3 from, Vec3 to) const;

  // The point of a wall (all its segments) nearest to p.
  Vec3 nearest_point_of_wall(std::uint32_t wall, Vec3 p) const;

  // From p to the nearest border of an obstacle or wall, negative inside a solid one; infinite without any
  // [m].
  double distance(Vec3 p) const;

  // Calls visit(wall) for the solid walls that p is inside of, ascending.
  template <class Visit>
  void visit_solids_around(Vec3 p, Visit&& visit) const {
    const PresentItems solids{shapes_.solid_grid, presence_.walls, shapes_.solids};
    solids.visit_in_order(StaticGrid::box(p, 0.0), [&](std::uint32_t k) {
      if (is_inside(shapes_.solids[k], p)) visit(shapes_.solids[k]);
    });
  }

 private:
  StaticGeometry(const StaticShapes& shapes, StaticPresence presence, const NearbyItems& obstacles,
                 const NearbyItems& segments)
      : shapes_(shapes), presence_(presence), nearby_obstacles_(obstacles), nearby_segments_(segments) {}

  void look_up(const StaticGrid::Box& box, NearbyShapes& out) const;
  std::optional<WallHit> first_triangle_hit(Vec3 from, Vec3 to, double radius, WallSides sides,
                                            Vec3 viewer) const;
  std::optional<ObstacleHit> first_hit_in_space(Vec3 from, Vec3 to, double radius, double smallest) const;
  bool is_inside(std::uint32_t wall, Vec3 p) const;
  // An image of a circle, its center as seen from the start of a displacement, and when that enters it, as a
  // fraction.
  struct CircleImage {
    Vec3 center;
    double t = kInfinity;
  };
  CircleImage first_circle_image(const Shape& circle, Vec3 from, Vec3 ray, double radius) const;
  template <class Visit>
  void visit_circle_images(const Shape& circle, Vec3 from, Vec3 ray, double radius, Visit&& visit) const;
  bool meets_nearest_image_alone(const Shape& shape, Vec3 ray, double radius) const;
  double entry_into_obstacle(std::uint32_t obstacle, Vec3 from, Vec3 to, double radius) const;
  template <class Visit>
  void visit_images(const Shape& shape, Vec3 from, Vec3 to, double reach, Visit&& visit) const;

  const StaticShapes& shapes_;
  StaticPresence presence_;
  NearbyItems nearby_obstacles_, nearby_segments_;
};

}  // namespace drover
