// The pairs of agents that overlap in the state of a simulator.
#pragma once

#include <span>
#include <vector>

#include "observe/metrics/close_agents.h"
#include "sim/step/overlap.h"
#include "sim/step/simulator.h"

namespace drover {

// Memory is linear in the agents: pairs are kept while they are few, and found again where many agents pile
// up.
class ContactSearch {
 public:
  // Finds the agents in contact in the present state.
  void begin(const Simulator& simulator);

  // Calls visit(Overlap) for every pair of the state that begin() was about, ordered by (a, b).
  template <class Visit>
  void visit_pairs(Visit&& visit) {
    if (!keeps_all_) return look_for_pairs(visit);
    for (const Overlap& pair : kept_)
      visit(pair);
  }

  // How many pairs are kept in memory.
  std::size_t kept_pairs() const { return kept_.size(); }

 private:
  void find_close();
  template <class Visit>
  void look_for_pairs(Visit&& visit) {
    const World& world = simulator_->world();
    for (const AgentIndex a : close_) {
      around_.clear();
      list_overlaps(world, world.state.motion, *grid_, a, largest_radius_, around_);
      sort_pairs(around_);
      for (const Overlap& pair : around_)
        visit(pair);
    }
  }

  const Simulator* simulator_ = nullptr;
  CloseAgents search_{0.0};
  const NeighborGrid* grid_ = nullptr;
  std::vector<AgentIndex> close_;  // ascending
  double largest_radius_ = 0.0;    // m
  std::vector<Overlap> around_;    // of one agent
  std::vector<Overlap> kept_;
  bool keeps_all_ = false;
};

}  // namespace drover
