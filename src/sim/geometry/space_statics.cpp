#include "sim/geometry/space_statics.h"

#include <cmath>

#include "sim/geometry/first_met.h"

namespace drover {
namespace {

Box box_of(const SpaceShape& shape) {
  return {shape.low(), shape.high()};
}

BoxTree tree_over(std::span<const SpaceShape> shapes, bool with_tree) {
  std::vector<Box> boxes;
  for (const SpaceShape& shape : shapes)
    boxes.push_back(box_of(shape));
  return BoxTree(boxes, with_tree);
}

}  // namespace

SpaceStatics::SpaceStatics(std::span<const PlacedSpaceObstacle> placed, std::span<const WallDef> walls,
                           const Bounds& world, bool with_tree)
    : bounds(world) {
  for (const PlacedSpaceObstacle& obstacle : placed) {
    const Vec3 center = obstacle.shape.center();
    const Vec3 inside = bounds.wrapped_if_needed(center);
    obstacles.push_back(inside == center ? obstacle.shape : obstacle.shape.moved(inside - center));
  }
  for (const WallDef& wall : walls) {
    first_triangle.push_back(static_cast<std::uint32_t>(triangles.size()));
    for (const auto& [a, b, c] : wall.triangles) {
      const auto corner = [&](double index) { return wall.points[static_cast<std::size_t>(index)]; };
      triangles.push_back(SpaceShape::triangle(corner(a), corner(b), corner(c)));
      wall_of_triangle.push_back(static_cast<std::uint32_t>(first_triangle.size() - 1));
    }
  }
  first_triangle.push_back(static_cast<std::uint32_t>(triangles.size()));
  obstacle_tree = tree_over(obstacles, with_tree);
  triangle_tree = tree_over(triangles, with_tree);
}

std::optional<SpaceGeometry::Met> SpaceGeometry::first_obstacle(Vec3 from, Vec3 to, double radius,
                                                                double smallest_obstacle) const {
  FirstMet first;
  Vec3 shift_of_first;
  visit_obstacles(from, to, radius, [&](std::uint32_t k, Vec3 shift) {
    const SpaceShape& shape = statics_.obstacles[k];
    if (shape.half_extent() < smallest_obstacle) return false;
    const FirstMet before = first;
    first.add(shape.entry(from + shift, to + shift, radius), k);
    if (first.t < before.t || first.index != before.index) shift_of_first = shift;
    return false;
  });
  if (!first.is_met()) return std::nullopt;
  return Met{first.t, first.index, shift_of_first};
}

std::optional<SpaceGeometry::Met> SpaceGeometry::first_triangle(Vec3 from, Vec3 to, double radius,
                                                                bool one_sided, Vec3 viewer) const {
  FirstMet first;
  visit_triangles(from, to, radius, [&](std::uint32_t k) {
    const SpaceShape& triangle = statics_.triangles[k];
    if (!one_sided || triangle.height(viewer) >= 0.0) first.add(triangle.entry(from, to, radius), k);
    return false;
  });
  if (!first.is_met()) return std::nullopt;
  return Met{first.t, first.index, {}};
}

double SpaceGeometry::farthest(Vec3 p) const {
  double greatest = 0.0;
  const auto look_at = [&](const BoxTree& tree, Vec3 from, Vec3 period) {
    if (tree.is_empty()) return;
    const Vec3 low = from - (tree.bounds().low - period), high = (tree.bounds().high + period) - from;
    greatest = larger(greatest, length({larger(std::fabs(low.x), std::fabs(high.x)),
                                        larger(std::fabs(low.y), std::fabs(high.y)),
                                        larger(std::fabs(low.z), std::fabs(high.z))}));
  };
  const bool wraps = statics_.bounds.wraps();
  look_at(statics_.obstacle_tree, wraps ? statics_.bounds.wrapped(p) : p,
          wraps ? statics_.bounds.size() : Vec3{});
  look_at(statics_.triangle_tree, p, {});
  return greatest;
}

ShapeBorder SpaceGeometry::nearest_border(std::uint32_t obstacle, Vec3 p) const {
  const SpaceShape& shape = statics_.obstacles[obstacle];
  std::optional<ShapeBorder> nearest;
  visit_shifts(p, [&](Vec3 shift) {
    const double reach = nearest ? larger(nearest->distance, 0.0) : kInfinity;
    if (box_of(shape).distance2(p + shift) > reach * reach) return false;
    ShapeBorder border = shape.nearest_border(p + shift);
    if (nearest && nearest->distance <= border.distance) return false;
    border.point -= shift;
    nearest = border;
    return false;
  });
  return *nearest;
}

std::optional<ShapeHit> SpaceGeometry::hit_on_obstacle(std::uint32_t obstacle, Vec3 from, Vec3 to,
                                                       double radius) const {
  const SpaceShape& shape = statics_.obstacles[obstacle];
  const Box around = Box::around(from, to, radius);
  std::optional<ShapeHit> first;
  visit_shifts(from, [&](Vec3 shift) {
    if (!box_of(shape).overlaps({around.low + shift, around.high + shift})) return false;
    const std::optional<ShapeHit> hit = shape.first_hit(from + shift, to + shift, radius);
    if (!hit || (first && first->t <= hit->t)) return false;
    first = hit;
    first->center = from + (to - from) * hit->t;
    return false;
  });
  return first;
}

bool SpaceGeometry::is_obstacle_between(std::uint32_t obstacle, Vec3 from, Vec3 to) const {
  const SpaceShape& shape = statics_.obstacles[obstacle];
  const Box around = Box::around(from, to, 0.0);
  return visit_shifts(from, [&](Vec3 shift) {
    return box_of(shape).overlaps({around.low + shift, around.high + shift}) &&
           shape.blocks(from + shift, to + shift);
  });
}

Vec3 SpaceGeometry::nearest_point_of_wall(std::uint32_t wall, Vec3 p) const {
  double least = kInfinity;
  std::uint32_t index = kNoIndex;
  statics_.triangle_tree.visit_nearest(p, kInfinity, [&](std::uint32_t k) {
    if (wall_of(k) != wall) return least;
    const double distance = statics_.triangles[k].distance(p);
    if (distance < least || (distance == least && k < index)) {
      least = distance;
      index = k;
    }
    return least;
  });
  return statics_.triangles[index].nearest_border(p).point;
}

bool SpaceGeometry::is_wall_between(Vec3 from, Vec3 to) const {
  return visit_triangles(from, to, 0.0,
                         [&](std::uint32_t k) { return statics_.triangles[k].blocks(from, to); });
}

bool SpaceGeometry::blocks_sight(Vec3 from, Vec3 to) const {
  const Vec3 end = from + statics_.bounds.displacement(from, to);
  const bool is_hidden = visit_obstacles(from, end, 0.0, [&](std::uint32_t k, Vec3 shift) {
    return statics_.obstacles[k].blocks(from + shift, end + shift);
  });
  return is_hidden || is_wall_between(from, end);
}

double SpaceGeometry::distance(Vec3 p, double limit, const Scope& scope) const {
  double least = limit;
  const auto look = [&](const SpaceShape& shape, Vec3 q, bool counts) {
    if (counts) least = smaller(least, shape.distance(q));
    return least;
  };
  if (scope.obstacles && !statics_.obstacle_tree.is_empty()) {
    visit_shifts(p, [&](Vec3 shift) {
      statics_.obstacle_tree.visit_nearest(p + shift, least, [&](std::uint32_t k) {
        const SpaceShape& shape = statics_.obstacles[k];
        return look(shape, p + shift,
                    is_obstacle_present(k) && shape.half_extent() >= scope.smallest_obstacle);
      });
      return false;
    });
  }
  if (scope.walls) {
    statics_.triangle_tree.visit_nearest(p, least, [&](std::uint32_t k) {
      return look(statics_.triangles[k], p, is_wall_present(wall_of(k)));
    });
  }
  return least;
}

}  // namespace drover
