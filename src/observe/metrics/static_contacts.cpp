#include "observe/metrics/static_contacts.h"

#include <algorithm>

namespace drover {
namespace {

bool within(Vec3 offset, double distance) {
  return distance > 0.0 && length2(offset) < distance * distance;
}

// Of one agent in space.
void add_contacts_in_space(const SpaceGeometry& geometry, AgentIndex agent, Vec3 p, double reach,
                           StaticContacts& out) {
  const auto first_obstacle = static_cast<std::ptrdiff_t>(out.obstacles.size());
  const auto first_wall = static_cast<std::ptrdiff_t>(out.walls.size());
  geometry.visit_obstacles(p, p, larger(reach, 0.0), [&](std::uint32_t k, Vec3 shift) {
    if (geometry.obstacles()[k].distance(p + shift) < reach) out.obstacles.push_back({agent, k});
    return false;
  });
  geometry.visit_triangles(p, p, larger(reach, 0.0), [&](std::uint32_t k) {
    if (geometry.triangles()[k].distance(p) < reach) out.walls.push_back({agent, geometry.wall_of(k)});
    return false;
  });
  const auto sort_from = [](auto& contacts, std::ptrdiff_t first) {
    std::sort(contacts.begin() + first, contacts.end());
    contacts.erase(std::unique(contacts.begin() + first, contacts.end()), contacts.end());
  };
  sort_from(out.obstacles, first_obstacle);
  sort_from(out.walls, first_wall);
}

}  // namespace

void find_static_contacts(const World& world, const AgentMotion& state, double tolerance,
                          StaticContacts& out) {
  out.obstacles.clear();
  out.walls.clear();
  const Model& model = world.model();
  if (world.geometry().is_empty() && model.statics->ground.solids().empty()) return;
  for (AgentIndex i = 0; i < state.size(); ++i) {
    if (!world.is_present(i)) continue;
    const StaticGeometry geometry = world.geometry_for(i);
    const Vec3 p = state.position(i);
    const double reach = world.state.limits.radius[i] - tolerance;
    if (geometry.is_spatial()) {
      add_contacts_in_space(geometry.in_space(), i, p, reach, out);
      continue;
    }
    const StaticGrid::Box place = StaticGrid::box(p, larger(reach, 0.0));
    geometry.obstacle_grid().visit_in_order(place, [&](std::uint32_t k) {
      const Shape& shape = geometry.shapes()[k];
      const bool touches = shape.is_solid_circle() ? within(model.bounds.displacement(shape.center(), p),
                                                            shape.rounding() + reach)
                                                   : geometry.overlaps_obstacle(k, p, reach);
      if (touches) out.obstacles.push_back({i, k});
    });
    // The segments of a wall follow one another.
    const auto first = static_cast<std::ptrdiff_t>(out.walls.size());
    std::uint32_t last_wall = kNoIndex;
    geometry.segment_grid().visit_in_order(place, [&](std::uint32_t k) {
      const Segment& segment = geometry.segments()[k];
      if (segment.wall == last_wall) return;
      if (!within(p - nearest_point_on_segment(segment.a, segment.b, p), reach)) return;
      last_wall = segment.wall;
      out.walls.push_back({i, segment.wall});
    });
    geometry.visit_solids_around(p, [&](std::uint32_t wall) { out.walls.push_back({i, wall}); });
    std::sort(out.walls.begin() + first, out.walls.end());
    out.walls.erase(std::unique(out.walls.begin() + first, out.walls.end()), out.walls.end());
  }
}

}  // namespace drover
