#include "observe/metrics/contact_search.h"

#include <algorithm>

namespace drover {
namespace {

// Equal discs that only touch have at most three pairs each.
constexpr std::size_t kMaxPairsPerAgent = 8;
// Beyond this many agents in a cell it pays to find the close agents with cells made for their bodies.
constexpr double kMaxAgentsPerContactCell = 8.0;

}  // namespace

// Agents that perceive each other may know already who is close.
void ContactSearch::find_close() {
  const PerceptionPass* perception = simulator_->perception_of_close();
  close_.clear();
  if (perception != nullptr && simulator_->grid()->agents_per_cell() <= kMaxAgentsPerContactCell) {
    grid_ = simulator_->grid();
    perception->visit_close([&](AgentIndex a) { close_.push_back(a); });
    std::ranges::sort(close_);
    return;
  }
  const std::span<const AgentIndex> found = search_.find(*simulator_);
  grid_ = &search_.grid();
  close_.assign(found.begin(), found.end());
}

void ContactSearch::begin(const Simulator& simulator) {
  simulator_ = &simulator;
  largest_radius_ = simulator.world().largest_radius();
  find_close();
  const std::size_t most = kMaxPairsPerAgent * simulator.world().model().agents.size();
  kept_.clear();
  keeps_all_ = true;
  const World& world = simulator.world();
  for (const AgentIndex a : close_) {
    around_.clear();
    list_overlaps(world, world.state.motion, *grid_, a, largest_radius_, around_);
    keeps_all_ = kept_.size() + around_.size() <= most;
    if (!keeps_all_) return;
    sort_pairs(around_);
    kept_.insert(kept_.end(), around_.begin(), around_.end());
  }
}

}  // namespace drover
