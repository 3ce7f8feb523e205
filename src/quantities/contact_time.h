// When moving discs touch something, if no velocity changes.
#pragma once

#include <cmath>

#include "core/det_math.h"
#include "sim/geometry/static_geometry.h"

namespace drover {

// The time until a point at `displacement` that moves with `velocity` comes within `reach` of the origin [s]:
// zero if it is inside, infinite if it passes by or does not come closer. The first root of
// |displacement + velocity t| = reach, in the form that does not cancel.
inline double contact_time(Vec3 displacement, Vec3 velocity, double reach) {
  const double gap = length2(displacement) - reach * reach;
  if (gap < 0.0) return 0.0;
  const double closing = -dot(displacement, velocity);
  if (!(closing > 0.0)) return kInfinity;
  const double root2 = closing * closing - length2(velocity) * gap;
  // Zero is a miss by exactly `reach`: the discs graze and do not collide.
  if (!(root2 > 0.0)) return kInfinity;
  return gap / (closing + std::sqrt(root2));
}

// The time until a disc at `position` touches the wall: an end of it, or one of its sides in between.
inline double contact_time(const Segment& wall, Vec3 position, Vec3 velocity, double radius) {
  const Vec3 nearest = nearest_point_on_segment(wall.a, wall.b, position);
  if (length2(nearest - position) < radius * radius) return 0.0;
  const double at_ends = smaller(contact_time(wall.a - position, -velocity, radius),
                                 contact_time(wall.b - position, -velocity, radius));
  const double side = dot(position - wall.a, wall.normal);
  const double closing = side > 0.0 ? -dot(velocity, wall.normal) : dot(velocity, wall.normal);
  const double gap = std::fabs(side) - radius;
  if (!(closing > 0.0) || gap < 0.0) return at_ends;
  const double time = gap / closing;
  const Vec3 along = wall.b - wall.a;
  const double place = dot(position + velocity * time - wall.a, along);
  const bool meets = place >= 0.0 && place <= length2(along);
  return meets ? smaller(at_ends, time) : at_ends;
}

// The same for an obstacle, looking ahead for `horizon` [s].
inline double contact_time(const StaticGeometry& geometry, const Bounds& bounds, std::uint32_t obstacle,
                           Vec3 position, Vec3 velocity, double radius, double horizon) {
  const Shape& shape = geometry.shapes()[obstacle];
  if (shape.is_solid_circle())
    return contact_time(bounds.displacement(position, shape.center()), -velocity, shape.rounding() + radius);
  if (geometry.overlaps_obstacle(obstacle, position, radius)) return 0.0;
  const auto hit = geometry.hit_on_obstacle(obstacle, position, position + velocity * horizon, radius);
  return hit ? hit->t * horizon : kInfinity;
}

}  // namespace drover
