// The questions of StaticGeometry about obstacles. Circles, of which there are most, have ways of their own.
#include <cmath>

#include "core/quaternion.h"
#include "sim/geometry/circle_hit.h"
#include "sim/geometry/first_met.h"
#include "sim/geometry/static_geometry.h"

namespace drover {
namespace {

// From a point to the bounding box of a shape [m].
double distance_to_box(const Shape& shape, Vec3 p) {
  const Vec3 nearest{clamp(p.x, shape.low().x, shape.high().x), clamp(p.y, shape.low().y, shape.high().y),
                     0.0};
  return length(p - nearest);
}

// Whether the box round everything within `reach` of a segment has a point in the bounding box of a shape.
bool may_touch(const Shape& shape, Vec3 from, Vec3 to, double reach) {
  const StaticGrid::Box box = StaticGrid::box(from, to, reach);
  return box.x - box.half_x <= shape.high().x && box.x + box.half_x >= shape.low().x &&
         box.y - box.half_y <= shape.high().y && box.y + box.half_y >= shape.low().y;
}

}  // namespace

// Calls visit(p) with `from` as seen from the images of a shape that a displacement to `to` may touch: in a
// world that wraps the image nearest to the start first, then those next to it.
template <class Visit>
void StaticGeometry::visit_images(const Shape& shape, Vec3 from, Vec3 to, double reach, Visit&& visit) const {
  if (!shapes_.bounds.wraps()) return visit(from);
  const Vec3 ray = to - from;
  const Vec3 nearest = shape.center() + shapes_.bounds.displacement(shape.center(), from);
  const Vec3 period = shapes_.bounds.size();
  const auto offer = [&](double column, double row) {
    const Vec3 start = nearest + Vec3{column * period.x, row * period.y, 0.0};
    if (may_touch(shape, start, start + ray, reach)) visit(start);
  };
  offer(0.0, 0.0);
  if (meets_nearest_image_alone(shape, ray, reach)) return;
  for (const double column : {-1.0, 0.0, 1.0})
    for (const double row : {-1.0, 0.0, 1.0})
      if (column != 0.0 || row != 0.0) offer(column, row);
}

// Whether a disc that is displaced by a ray can touch only the image of a shape that is nearest to its start.
bool StaticGeometry::meets_nearest_image_alone(const Shape& shape, Vec3 ray, double radius) const {
  if (!shapes_.bounds.wraps()) return true;
  // The center of any other image is at least half the world away along an axis.
  const double far = 0.5 * smaller(shapes_.bounds.size().x, shapes_.bounds.size().y) - shape.reach() -
                     radius - 2.0 * kLengthEpsilon;
  return std::fabs(ray.x) < far && std::fabs(ray.y) < far;
}

// Calls visit(center) with the centers, seen from `from`, of the images of a circle that a disc displaced by
// a ray may touch, the nearest one first.
template <class Visit>
void StaticGeometry::visit_circle_images(const Shape& circle, Vec3 from, Vec3 ray, double radius,
                                         Visit&& visit) const {
  const Vec3 nearest = shapes_.bounds.displacement(from, circle.center());
  visit(nearest);
  if (meets_nearest_image_alone(circle, ray, radius)) return;
  const Vec3 period = shapes_.bounds.size();
  for (const double column : {-1.0, 0.0, 1.0})
    for (const double row : {-1.0, 0.0, 1.0})
      if (column != 0.0 || row != 0.0) visit(nearest + Vec3{column * period.x, row * period.y, 0.0});
}

StaticGeometry::CircleImage StaticGeometry::first_circle_image(const Shape& circle, Vec3 from, Vec3 ray,
                                                               double radius) const {
  CircleImage first;
  visit_circle_images(circle, from, ray, radius, [&](Vec3 center) {
    const double t = entry_into_circle(circle.rounding() + radius, -center, ray);
    if (t < first.t) first = {center, t};
  });
  return first;
}

double StaticGeometry::distance_to_obstacle(std::uint32_t obstacle, Vec3 p) const {
  if (is_spatial()) return in_space().nearest_border(obstacle, p).distance;
  const Shape& shape = shapes_.obstacles[obstacle];
  if (shape.is_solid_circle())
    return length(shapes_.bounds.displacement(shape.center(), p)) - shape.rounding();
  return nearest_border(obstacle, p).distance;
}

bool StaticGeometry::overlaps_obstacle(std::uint32_t obstacle, Vec3 center, double radius) const {
  if (is_spatial()) return distance_to_obstacle(obstacle, center) < radius;
  const Shape& shape = shapes_.obstacles[obstacle];
  if (shape.is_solid_circle())
    return length(shapes_.bounds.displacement(shape.center(), center)) < shape.rounding() + radius;
  return distance_to_obstacle(obstacle, center) < radius;
}

ShapeBorder StaticGeometry::nearest_border(std::uint32_t obstacle, Vec3 p) const {
  if (is_spatial()) return in_space().nearest_border(obstacle, p);
  const Shape& shape = shapes_.obstacles[obstacle];
  if (!shapes_.bounds.wraps()) return shape.nearest_border(p);
  const Vec3 nearest = shape.center() + shapes_.bounds.displacement(shape.center(), p);
  const Vec3 period = shapes_.bounds.size();
  Vec3 seen_from = nearest;
  ShapeBorder best = shape.nearest_border(nearest);
  const bool is_near = best.distance + shape.reach() < 0.5 * smaller(period.x, period.y);
  for (const double column : {-1.0, 0.0, 1.0}) {
    for (const double row : {-1.0, 0.0, 1.0}) {
      const Vec3 image = nearest + Vec3{column * period.x, row * period.y, 0.0};
      if (is_near || distance_to_box(shape, image) > larger(best.distance, 0.0)) continue;
      const ShapeBorder border = shape.nearest_border(image);
      if (!(border.distance < best.distance)) continue;
      best = border;
      seen_from = image;
    }
  }
  best.point = p + (best.point - seen_from);
  return best;
}

std::optional<ShapeHit> StaticGeometry::hit_on_obstacle(std::uint32_t obstacle, Vec3 from, Vec3 to,
                                                        double radius) const {
  if (is_spatial()) return in_space().hit_on_obstacle(obstacle, from, to, radius);
  const Vec3 ray = to - from;
  std::optional<ShapeHit> first;
  visit_images(shapes_.obstacles[obstacle], from, to, radius, [&](Vec3 start) {
    const auto hit = shapes_.obstacles[obstacle].first_hit(start, start + ray, radius);
    if (!hit || (first && first->t <= hit->t)) return;
    first = hit;
    first->center = from + ray * hit->t;
  });
  return first;
}

bool StaticGeometry::is_obstacle_between(std::uint32_t obstacle, Vec3 from, Vec3 to) const {
  if (is_spatial()) return in_space().is_obstacle_between(obstacle, from, to);
  const Shape& shape = shapes_.obstacles[obstacle];
  if (shape.is_solid_circle()) {
    bool is_between = false;
    visit_circle_images(shape, from, to - from, 0.0, [&](Vec3 image) {
      const Vec3 center = from + image;
      const double off2 = length2(nearest_point_on_segment(from, to, center) - center);
      is_between = is_between || off2 < shape.rounding() * shape.rounding();
    });
    return is_between;
  }
  if (!may_touch_obstacle(obstacle, from, to, 0.0)) return false;
  bool is_between = false;
  visit_images(shape, from, to, 0.0,
               [&](Vec3 start) { is_between = is_between || shape.blocks(start, start + (to - from)); });
  return is_between;
}

// As a fraction of the ray: 0 where the circle overlaps the obstacle from the start, infinite where it stays
// outside.
double StaticGeometry::entry_into_obstacle(std::uint32_t obstacle, Vec3 from, Vec3 to, double radius) const {
  const Shape& shape = shapes_.obstacles[obstacle];
  if (shape.is_solid_circle()) return first_circle_image(shape, from, to - from, radius).t;
  if (!may_touch_obstacle(obstacle, from, to, radius)) return kInfinity;
  double first = kInfinity;
  visit_images(shape, from, to, radius,
               [&](Vec3 start) { first = smaller(first, shape.entry(start, start + (to - from), radius)); });
  return first;
}

// By a circle round it. In a world that wraps this is asked of small obstacles and short displacements, of
// which the nearest image alone can be touched.
bool StaticGeometry::may_touch_obstacle(std::uint32_t obstacle, Vec3 from, Vec3 to, double radius) const {
  const Shape& shape = shapes_.obstacles[obstacle];
  const Vec3 ray = to - from;
  const double reach = (shape.reach() + radius) * (1.0 + 1e-9) + kLengthEpsilon;
  if (shapes_.bounds.wraps()) {
    const double far = 0.5 * smaller(shapes_.bounds.size().x, shapes_.bounds.size().y) - reach;
    if (std::fabs(ray.x) >= far || std::fabs(ray.y) >= far) return true;
  }
  const Vec3 center = shapes_.bounds.displacement(from, shape.center());
  return length2(nearest_point_on_segment({}, ray, center) - center) <= reach * reach;
}

std::optional<ObstacleHit> StaticGeometry::first_obstacle_hit(Vec3 from, Vec3 to, double radius,
                                                              double smallest) const {
  if (is_spatial()) return first_hit_in_space(from, to, radius, smallest);
  const Vec3 ray = to - from;
  FirstMet first;
  const auto meet = [&](std::uint32_t k) {
    if (shapes_.obstacles[k].half_extent() < smallest) return;
    first.add(entry_into_obstacle(k, from, to, radius), k);
  };
  obstacle_grid().visit_along(from, to, radius, meet, [&](double end) { return first.is_by(end); });
  if (!first.is_met()) return std::nullopt;
  const Vec3 along = ray * first.t;
  const Shape& shape = shapes_.obstacles[first.index];
  ObstacleHit hit{from + along, {}, first.t * length(ray), first.index};
  if (shape.is_solid_circle()) {
    hit.normal = normal_on_circle(first_circle_image(shape, from, ray, radius).center, along, ray);
  } else if (first.t > 0.0) {
    hit.normal = hit_on_obstacle(first.index, from, to, radius)->normal;
  } else {
    hit.normal = nearest_border(first.index, from).normal;
  }
  return hit;
}

std::optional<ObstacleHit> StaticGeometry::first_hit_in_space(Vec3 from, Vec3 to, double radius,
                                                              double smallest) const {
  const SpaceGeometry space = in_space();
  const auto met = space.first_obstacle(from, to, radius, smallest);
  if (!met) return std::nullopt;
  const Vec3 ray = to - from;
  const Vec3 point = from + ray * met->t;
  const SpaceShape& shape = space.obstacles()[met->index];
  const Vec3 seen = point + met->shift;
  const bool is_in_middle = met->t == 0.0 && shape.is_in_middle(seen);
  const Vec3 normal = is_in_middle    ? left_of(direction(ray))
                      : met->t == 0.0 ? shape.nearest_border(seen).normal
                                      : shape.hit_normal(seen, ray);
  return ObstacleHit{point, normal, met->t * length(ray), met->index};
}

bool StaticGeometry::blocks_sight(Vec3 from, Vec3 to) const {
  if (is_spatial()) return in_space().blocks_sight(from, to);
  const Vec3 end = from + shapes_.bounds.displacement(from, to);
  bool is_blocked = false;
  const auto meet = [&](std::uint32_t k) { is_blocked = is_blocked || is_obstacle_between(k, from, end); };
  obstacle_grid().visit_along(from, end, 0.0, meet, [&](double) { return is_blocked; });
  return is_blocked || is_wall_between(from, end);
}

}  // namespace drover
