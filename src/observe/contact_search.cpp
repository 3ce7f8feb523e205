#include "observe/contact_search.h"

#include <algorithm>
#include <cmath>

namespace drover {
namespace {

// Each agent perceives those whose bodies touch its own.
PerceptionPass touch_counts(const World& world) {
  PerceptionPlan::Entry entry;
  entry.spec.neighborhood.length_factor = 0.5;  // of twice the own radius
  entry.spec.neighborhood.add_other_radius = true;
  entry.asks.assign(world.agents.size(), 1);
  return PerceptionPass(std::move(entry), world);
}

// Beyond this many agents in a cell, cells made for the bodies are worth sorting anew.
constexpr double kMostAgentsPerCell = 8.0;

}  // namespace

std::span<const Overlap> ContactSearch::find(const Simulator& simulator) {
  const NeighborGrid* grid = simulator.grid();
  const World& world = simulator.world();
  if (grid == nullptr || grid->agents_per_cell() > kMostAgentsPerCell)
    return finder_.find(world, world.state);
  count(simulator, *grid);
  pairs_.clear();
  for (const AgentIndex a : grid->agents()) {
    if (counts_->result().count(a) > 0) list_pairs_of(world, *grid, a);
  }
  std::sort(pairs_.begin(), pairs_.end(),
            [](const Overlap& l, const Overlap& r) { return l.a != r.a ? l.a < r.a : l.b < r.b; });
  return pairs_;
}

void ContactSearch::count(const Simulator& simulator, const NeighborGrid& grid) {
  const World& world = simulator.world();
  if (!counts_) {
    counts_ = touch_counts(world);
  } else if (!world.events.empty()) {
    counts_->measure(world);  // events may have changed radii
  }
  counts_->run(world, grid, simulator.workers());
}

// The pairs in which the agent has the lower index.
void ContactSearch::list_pairs_of(const World& world, const NeighborGrid& grid, AgentIndex a) {
  const Vec3 p = world.state.position(a);
  grid.visit_near(p, counts_->reach(), [&](std::uint32_t begin, std::uint32_t end) {
    for (std::uint32_t k = begin; k < end; ++k) {
      const AgentIndex b = grid.agents()[k];
      if (b <= a) continue;
      const double touch = world.agents.radius[a] + world.agents.radius[b];
      const double d2 = length2(world.bounds.displacement(p, world.state.position(b)));
      if (d2 >= touch * touch) continue;
      const double depth = touch - std::sqrt(d2);
      if (depth > 0.0) pairs_.push_back({a, b, depth});
    }
  });
}

}  // namespace drover
