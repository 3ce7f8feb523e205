// What hug goes along: borders of obstacles and walls near an agent. See avoidance.md.
#pragma once

#include <cstdint>
#include <optional>

#include "core/index.h"
#include "sim/geometry/segment.h"
#include "sim/geometry/static_geometry.h"
#include "sim/step/agent_view.h"

namespace drover {

// A place of a border.
struct HugBorder {
  Vec3 point;             // m
  Vec3 away;              // unit, off the border; out of what the asker is inside of
  double distance;        // from the asker; negative inside of what is solid [m]
  std::uint32_t segment;  // of a wall, else kNoIndex
};

// Of the borders that `accept` takes the nearest one within reach [m]. Of several solids around the asker the
// one counts that it is deepest in; of equally near borders that of an obstacle before that of a wall, and of
// these the first listed. With `all_sides` every side of a polygon is a border, not its nearest one alone;
// that is for places outside of all solids.
template <class Accept>
std::optional<HugBorder> nearest_border(const AgentView& view, AgentIndex agent, Vec3 p, double reach,
                                        bool all_sides, Accept&& accept) {
  const StaticGrid::Box box = StaticGrid::box(p, reach);
  const StaticGeometry geometry = view.world().geometry_near(agent, box);
  std::optional<HugBorder> nearest;
  const auto keep = [&](const HugBorder& border) {
    if (!(border.distance <= reach) || (nearest && !(border.distance < nearest->distance))) return;
    if (accept(border)) nearest = border;
  };
  // A line from a to b as seen from an image of p; a normal of its own where p is on it.
  const auto keep_line = [&](Vec3 image, Vec3 a, Vec3 b, Vec3 normal, std::uint32_t segment) {
    const Vec3 out = image - nearest_point_on_segment(a, b, image);
    const Vec3 away = direction(out);
    keep({p - out, away == Vec3{} ? normal : away, length(out), segment});
  };
  geometry.obstacle_grid().visit_in_order(box, [&](std::uint32_t k) {
    const Shape& shape = geometry.shapes()[k];
    if (shape.half_extent() < view.smallest_obstacle(agent)) return;
    if (all_sides && shape.is_polygon()) {
      const Vec3 image = shape.center() + view.displacement(shape.center(), p);
      shape.visit_edges_within(image, reach, [&](std::uint32_t edge) {
        keep_line(image, shape.edges()[edge].a, shape.edges()[edge].b, shape.edges()[edge].normal, kNoIndex);
      });
      return;
    }
    const ShapeBorder border = geometry.nearest_border(k, p);
    keep({border.point, border.normal, border.distance, kNoIndex});
  });
  geometry.segment_grid().visit_in_order(box, [&](std::uint32_t k) {
    const Segment& wall = geometry.segments()[k];
    keep_line(p, wall.a, wall.b, wall.normal, k);
  });
  geometry.visit_solids_around(p, [&](std::uint32_t wall) {
    const Vec3 point = geometry.nearest_point_of_wall(wall, p);
    if (!(point == p)) keep({point, direction(point - p), -length(point - p), kNoIndex});
  });
  return nearest;
}

}  // namespace drover
