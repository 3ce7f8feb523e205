#include "observe/metrics/static_contacts.h"

#include <algorithm>

namespace drover {
namespace {

bool within(Vec3 offset, double distance) {
  return distance > 0.0 && length2(offset) < distance * distance;
}

}  // namespace

void find_static_contacts(const World& world, const AgentMotion& state, double tolerance,
                          StaticContacts& out) {
  out.obstacles.clear();
  out.walls.clear();
  if (world.model().geometry.circles().empty() && world.model().geometry.segments().empty()) return;
  const std::span<const Circle> circles = world.model().geometry.circles();
  const std::span<const Segment> segments = world.model().geometry.segments();
  for (AgentIndex i = 0; i < state.size(); ++i) {
    if (!world.is_present(i)) continue;
    const Vec3 p = state.position(i);
    const double reach = world.state.limits.radius[i] - tolerance;
    const StaticGrid::Box place = StaticGrid::box(p, larger(reach, 0.0));
    world.model().geometry.circle_grid().visit_in_order(place, [&](std::uint32_t k) {
      if (within(world.model().bounds.displacement(circles[k].center, p), circles[k].radius + reach)) {
        out.obstacles.push_back({i, k});
      }
    });
    // The segments of a wall follow one another.
    const auto first = static_cast<std::ptrdiff_t>(out.walls.size());
    std::uint32_t last_wall = kNoIndex;
    world.model().geometry.segment_grid().visit_in_order(place, [&](std::uint32_t k) {
      const Segment& segment = segments[k];
      if (segment.wall == last_wall) return;
      if (!within(p - nearest_point_on_segment(segment.a, segment.b, p), reach)) return;
      last_wall = segment.wall;
      out.walls.push_back({i, segment.wall});
    });
    world.model().geometry.visit_solids_around(p, [&](std::uint32_t wall) {
      out.walls.push_back({i, wall});
    });
    std::sort(out.walls.begin() + first, out.walls.end());
    out.walls.erase(std::unique(out.walls.begin() + first, out.walls.end()), out.walls.end());
  }
}

}  // namespace drover
