// What does not move in space and where: obstacles and the triangles of walls, with trees over them; and the
// questions of static_geometry.h about those that are present. Obstacles are seen through the edges of a
// world that wraps; walls are not.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "sim/definitions/definitions.h"
#include "sim/geometry/bounds.h"
#include "sim/geometry/box_tree.h"
#include "sim/geometry/space_shape.h"

namespace drover {

// An obstacle where it stands.
struct PlacedSpaceObstacle {
  std::string id;  // may be empty
  SpaceShape shape;
  bool present = true;  // from the start

  friend bool operator==(const PlacedSpaceObstacle&, const PlacedSpaceObstacle&) = default;
};

struct SpaceStatics {
  SpaceStatics() = default;
  SpaceStatics(std::span<const PlacedSpaceObstacle> placed, std::span<const WallDef> walls,
               const Bounds& bounds, bool with_tree);

  Bounds bounds;
  std::vector<SpaceShape> obstacles;  // in file order; in a world that wraps with their middles inside
  BoxTree obstacle_tree;
  std::vector<SpaceShape> triangles;          // of all walls
  std::vector<std::uint32_t> first_triangle;  // per wall; one more at the end
  std::vector<std::uint32_t> wall_of_triangle;
  BoxTree triangle_tree;
};

// A view of those that are present: zero says that an obstacle or wall is not; those beyond the end of the
// numbers are.
class SpaceGeometry {
 public:
  SpaceGeometry(const SpaceStatics& statics, std::span<const std::uint8_t> obstacles,
                std::span<const std::uint8_t> walls)
      : statics_(statics), present_obstacles_(obstacles), present_walls_(walls) {}

  // Which of them a question is about.
  struct Scope {
    bool obstacles = true;
    bool walls = true;
    double smallest_obstacle = 0.0;  // obstacles whose half extent is below do not count [m]
  };

  const Bounds& bounds() const { return statics_.bounds; }
  std::span<const SpaceShape> obstacles() const { return statics_.obstacles; }
  std::span<const SpaceShape> triangles() const { return statics_.triangles; }
  std::uint32_t wall_of(std::uint32_t triangle) const { return statics_.wall_of_triangle[triangle]; }
  bool is_obstacle_present(std::uint32_t k) const { return is_present(present_obstacles_, k); }
  bool is_wall_present(std::uint32_t wall) const { return is_present(present_walls_, wall); }

  // Calls visit(k, shift) for the obstacles that may have a point within `reach` of the segment from `from`
  // to `to`, and for others, until it returns true. Seen from these points moved by the shift the obstacle is
  // where it stands. Whether it did.
  template <class Visit>
  bool visit_obstacles(Vec3 from, Vec3 to, double reach, Visit&& visit) const {
    if (statics_.obstacle_tree.is_empty()) return false;
    const Box around = Box::around(from, to, reach);
    return visit_shifts(from, [&](Vec3 shift) {
      const Box query{around.low + shift, around.high + shift};
      return statics_.obstacle_tree.visit_until(
          query, [&](std::uint32_t k) { return is_obstacle_present(k) && visit(k, shift); });
    });
  }
  // Calls visit(k) for the triangles in the same way.
  template <class Visit>
  bool visit_triangles(Vec3 from, Vec3 to, double reach, Visit&& visit) const {
    return statics_.triangle_tree.visit_until(Box::around(from, to, reach), [&](std::uint32_t k) {
      return is_wall_present(wall_of(k)) && visit(k);
    });
  }

  // The first triangle, or obstacle, that a ball of this radius (0: a ray) meets on its way, as a fraction of
  // it; see SpaceShape::entry. Ties go to the lowest index. Of obstacles `shift` is that of visit_obstacles.
  struct Met {
    double t;
    std::uint32_t index;
    Vec3 shift;
  };
  std::optional<Met> first_obstacle(Vec3 from, Vec3 to, double radius, double smallest_obstacle) const;
  // With `one_sided` triangles with their back to the viewer are left out.
  std::optional<Met> first_triangle(Vec3 from, Vec3 to, double radius, bool one_sided, Vec3 viewer) const;

  // One obstacle, by index; of its images the nearest.
  ShapeBorder nearest_border(std::uint32_t obstacle, Vec3 p) const;
  std::optional<ShapeHit> hit_on_obstacle(std::uint32_t obstacle, Vec3 from, Vec3 to, double radius) const;
  bool is_obstacle_between(std::uint32_t obstacle, Vec3 from, Vec3 to) const;
  Vec3 nearest_point_of_wall(std::uint32_t wall, Vec3 p) const;

  bool is_wall_between(Vec3 from, Vec3 to) const;
  bool blocks_sight(Vec3 from, Vec3 to) const;

  // The distance from p to the farthest corner of the boxes around all of them, those beyond the edges of a
  // world that wraps included [m]; 0 without any.
  double farthest(Vec3 p) const;

  // From p to the nearest of them, negative inside of a solid one, at most `limit` [m].
  double distance(Vec3 p, double limit, const Scope& scope) const;

 private:
  static bool is_present(std::span<const std::uint8_t> present, std::uint32_t k) {
    return k >= present.size() || present[k] != 0;
  }

  // Calls visit(shift) with the ways from p to its image in the world and to those around it, until it
  // returns true.
  template <class Visit>
  bool visit_shifts(Vec3 p, Visit&& visit) const {
    if (!statics_.bounds.wraps()) return visit(Vec3{});
    const Vec3 home = statics_.bounds.wrapped(p) - p;
    const Vec3 period = statics_.bounds.size();
    const bool has_heights = statics_.bounds.has_heights();
    if (visit(home)) return true;
    for (const double x : {-1.0, 0.0, 1.0})
      for (const double y : {-1.0, 0.0, 1.0})
        for (const double z : {-1.0, 0.0, 1.0})
          if ((x != 0.0 || y != 0.0 || z != 0.0) && (z == 0.0 || has_heights) &&
              visit(home + Vec3{x * period.x, y * period.y, z * period.z}))
            return true;
    return false;
  }

  const SpaceStatics& statics_;
  std::span<const std::uint8_t> present_obstacles_, present_walls_;
};

}  // namespace drover
