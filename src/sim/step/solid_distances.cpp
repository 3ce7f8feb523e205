#include "sim/step/solid_distances.h"

#include <cmath>

namespace drover {
namespace {

// More than rounding adds to distances and touches of a body [m].
double touch_slack(double radius, double way) {
  return 1e-6 * (1.0 + radius + way);
}

// How far the nearest solid is from p, or `reach` where it is farther [m].
double distance_to_solids(const StaticGeometry& geometry, Vec3 p, double reach, Solids solids) {
  if (geometry.is_spatial())
    return geometry.in_space().distance(p, reach, {.obstacles = solids.obstacles, .walls = solids.walls});
  const StaticGrid::Box around = StaticGrid::box(p, reach);
  double nearest = reach;
  if (solids.obstacles) {
    geometry.obstacle_grid().any(around, [&](std::uint32_t k) {
      nearest = smaller(nearest, geometry.distance_to_obstacle(k, p));
      return false;
    });
  }
  if (!solids.walls) return nearest;
  geometry.segment_grid().any(around, [&](std::uint32_t k) {
    const Segment& wall = geometry.segments()[k];
    nearest = smaller(nearest, length(p - nearest_point_on_segment(wall.a, wall.b, p)));
    return false;
  });
  geometry.visit_solids_around(p, [&](std::uint32_t) { nearest = 0.0; });
  return nearest;
}

}  // namespace

bool SolidDistances::is_clear(const StaticGeometry& geometry, AgentIndex body, Vec3 from, Vec3 to,
                              double radius, Solids solids) {
  Place& place = places_[body];
  const double way = length(to - from);
  const double needed = radius + touch_slack(radius, way);
  const double farthest = std::sqrt(larger(length2(from - place.point), length2(to - place.point)));
  if (farthest + needed < place.distance) return true;
  // A body that moves on beside a wall would measure in vain.
  if (place.is_met && place.distance + length(from - place.point) < way + needed) return false;
  // Far enough to last for many steps.
  const double reach = 1.5 * radius + way + 16.0 * smaller(way, radius);
  const double distance = distance_to_solids(geometry, from, reach, solids);
  place = {from, distance, distance < reach};
  return way + needed < distance;
}

}  // namespace drover
