// Which agents overlap obstacles and walls.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/state/world.h"

namespace drover {

// An agent that overlaps an obstacle or a wall by more than the tolerance.
struct StaticContact {
  AgentIndex agent;
  std::uint32_t body;  // index of the obstacle or of the wall (all its segments are one wall)

  friend auto operator<=>(const StaticContact&, const StaticContact&) = default;
};

struct StaticContacts {
  std::vector<StaticContact> obstacles;  // ordered by (agent, obstacle)
  std::vector<StaticContact> walls;      // ordered by (agent, wall)
};

// Compares every agent that is there with every obstacle and segment.
void find_static_contacts(const World& world, const AgentMotion& state, double tolerance,
                          StaticContacts& out);

}  // namespace drover
