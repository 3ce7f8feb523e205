// The pairs of agents that overlap in the state of a simulator.
#pragma once

#include <optional>
#include <vector>

#include "sim/overlap.h"
#include "sim/simulator.h"

namespace drover {

// Where the simulator has sorted the agents by their places already, that order serves here too: few agents
// touch anybody, so counting those who touch each of them, which is cheap, leaves few to look at.
class ContactSearch {
 public:
  // Ordered by (a, b). The span is valid until the next call, which is about the same run.
  std::span<const Overlap> find(const Simulator& simulator);

 private:
  void count(const Simulator& simulator, const NeighborGrid& grid);
  void list_pairs_of(const World& world, const NeighborGrid& grid, AgentIndex a);

  std::optional<PerceptionPass> counts_;  // how many touch each agent
  OverlapFinder finder_;                  // where nobody has sorted the agents
  std::vector<Overlap> pairs_;
};

}  // namespace drover
