// Overlapping agents: finding the pairs and pushing them apart.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/perception/neighbor_grid.h"
#include "sim/state/world.h"

namespace drover {

// Two bodies that overlap by `depth` > 0 [m]; a has the lower index.
struct Overlap {
  AgentIndex a;
  AgentIndex b;
  double depth;
};

// Finds overlapping pairs. Keeps its memory between calls.
// Appends the pairs in which the agent has the lower index. The grid holds the agents of the state.
void list_overlaps(const World& world, const AgentMotion& state, const NeighborGrid& grid, AgentIndex a,
                   double largest_radius, std::vector<Overlap>& out);

// By (a, b).
void sort_pairs(std::vector<Overlap>& pairs);

class OverlapFinder {
 public:
  // Ordered by (a, b). The span is valid until the next call.
  std::span<const Overlap> find(const World& world, const AgentMotion& state);

 private:
  NeighborGrid grid_;
  std::vector<Overlap> pairs_;
};

// Moves overlapping agents apart. All corrections of a pass are computed from the same positions and summed
// free of order, so the result does not depend on the order of agents. Velocities stay as they are.
class OverlapResolver {
 public:
  void resolve(const World& world, AgentMotion& state);

 private:
  void push_agents(const World& world, AgentMotion& state);

  OverlapFinder finder_;
  std::vector<std::int64_t> push_x_, push_y_;
};

}  // namespace drover
