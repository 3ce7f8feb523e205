// Whom chosen agents perceive, found anew from a state: the run keeps sums over neighbors, no lists.
#pragma once

#include <span>
#include <vector>

#include "core/worker_pool.h"
#include "sim/perception/neighbor_grid.h"
#include "sim/perception/perception.h"
#include "sim/step/simulator.h"

namespace drover {

class NeighborLists {
 public:
  NeighborLists(const Simulator& simulator, std::span<const AgentIndex> agents);

  // Looks at the present state.
  void look(const World& world);
  // Those in some neighborhood of a chosen agent, ascending.
  std::vector<AgentIndex> of(AgentIndex agent) const;

 private:
  std::vector<PerceptionPass> passes_;
  std::vector<std::vector<std::uint8_t>> asks_;  // by pass and agent: whether the agent perceives by it
  NeighborGrid grid_;
  WorkerPool workers_;
};

}  // namespace drover
