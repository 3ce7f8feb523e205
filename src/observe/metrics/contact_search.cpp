#include "observe/metrics/contact_search.h"

namespace drover {
namespace {

// Beyond this many agents in a cell, cells made for the bodies are worth sorting anew.
constexpr double kMaxAgentsPerCell = 8.0;

}  // namespace

std::span<const Overlap> ContactSearch::find(const Simulator& simulator) {
  const World& world = simulator.world();
  const PerceptionPass* perception = simulator.perception_of_close();
  if (perception == nullptr || simulator.grid()->agents_per_cell() > kMaxAgentsPerCell)
    return finder_.find(world, world.state.motion);
  pairs_.clear();
  const double largest = greatest(world.state.limits.radius, 0.0);
  perception->visit_close(
      [&](AgentIndex a) { list_overlaps(world, world.state.motion, *simulator.grid(), a, largest, pairs_); });
  sort_pairs(pairs_);
  return pairs_;
}

}  // namespace drover
