#include "observe/metrics/static_contacts.h"

namespace drover {
namespace {

bool within(Vec3 offset, double distance) {
  return distance > 0.0 && length2(offset) < distance * distance;
}

}  // namespace

void find_static_contacts(const World& world, const AgentState& state, StaticContacts& out) {
  out.obstacles.clear();
  out.walls.clear();
  const std::span<const Circle> circles = world.geometry.circles();
  for (AgentIndex i = 0; i < state.size(); ++i) {
    if (!world.is_present(i)) continue;
    const Vec3 p = state.position(i);
    const double reach = world.agents.radius[i] - kLengthEpsilon;
    for (std::uint32_t k = 0; k < circles.size(); ++k) {
      if (within(world.bounds.displacement(circles[k].center, p), circles[k].radius + reach)) {
        out.obstacles.push_back({i, k});
      }
    }
    // The segments of a wall follow one another.
    std::uint32_t last_wall = kNoIndex;
    for (const Segment& segment : world.geometry.segments()) {
      if (segment.wall == last_wall) continue;
      if (!within(p - nearest_point_on_segment(segment.a, segment.b, p), reach)) continue;
      last_wall = segment.wall;
      out.walls.push_back({i, segment.wall});
    }
  }
}

}  // namespace drover
