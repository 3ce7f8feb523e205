// The agents that have another one near: those a search for contacts or encounters needs to look at more
// closely. They are found for four at a time, like neighbors (sim/perception), whatever the agents perceive
// themselves.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "sim/step/simulator.h"

namespace drover {

class CloseAgents {
 public:
  // Near are bodies with a gap of less than `margin` between their surfaces [m].
  explicit CloseAgents(double margin) : margin_(margin) {}

  // All agents with another one near in the present state, ascending, and perhaps some others. Valid until
  // the next call, which is about the same run.
  std::span<const AgentIndex> find(const Simulator& simulator);
  // Holds the agents of that state.
  const NeighborGrid& grid() const { return *grid_; }

 private:
  void follow_radii(const World& world);
  void find_grid(const Simulator& simulator);

  double margin_;
  SharedColumn<double> radius_;  // as of the last state [m]
  std::vector<double> reach_;    // radius and margin, by agent [m]
  std::optional<PerceptionPass> pass_;
  NeighborGrid own_grid_;
  const NeighborGrid* grid_ = nullptr;  // own_grid_, or that of the simulator
  std::vector<AgentIndex> close_;
};

}  // namespace drover
