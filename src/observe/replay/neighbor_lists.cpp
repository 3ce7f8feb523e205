#include "observe/replay/neighbor_lists.h"

#include <algorithm>
#include <utility>

namespace drover {

NeighborLists::NeighborLists(const Simulator& simulator, std::span<const AgentIndex> agents) {
  for (const PerceptionPass& pass : simulator.perceptions()) {
    PerceptionPlan::Entry entry = pass.need();
    std::vector<std::uint8_t> asks(entry.subscribers.size(), 0);
    for (const AgentIndex agent : agents)
      asks[agent] = entry.subscribers[agent] != 0 ? kInEveryStep : 0;
    if (std::ranges::count(asks, kInEveryStep) == 0) continue;
    entry.spec.list = true;
    entry.spec.forces.clear();
    entry.spec.argmins.clear();
    entry.spec.reductions = static_cast<unsigned>(Reduction::count);
    entry.subscribers = asks;
    passes_.emplace_back(std::move(entry), simulator.world());
    asks_.push_back(std::move(asks));
  }
}

void NeighborLists::look(const World& world) {
  if (passes_.empty()) return;
  const AgentMotion& motion = world.state.motion;
  NeighborGrid::Cells cells{.present = world.state.status.presence(), .hx = motion.hx, .hy = motion.hy};
  if (world.model().is_spatial()) {
    cells.z = motion.z.entries();
    cells.hz = motion.hz.entries();
  }
  grid_.build(motion.x, motion.y, world.model().bounds, cells, workers_);
  for (PerceptionPass& pass : passes_) {
    pass.update_bounds(world);
    pass.run(world, grid_, workers_);
  }
}

std::vector<AgentIndex> NeighborLists::of(AgentIndex agent) const {
  std::vector<AgentIndex> all;
  for (std::size_t k = 0; k < passes_.size(); ++k) {
    if (asks_[k][agent] == 0) continue;
    const std::span<const AgentIndex> found = passes_[k].result().list(agent);
    all.insert(all.end(), found.begin(), found.end());
  }
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

}  // namespace drover
