// How far points are from their nearest neighbors, whatever their number and spacing.
#pragma once

#include <span>
#include <vector>

#include "sim/perception/neighbor_grid.h"
#include "sim/state/world.h"

namespace drover {

class NearestDistances {
 public:
  // The distance of each agent to the nearest other one of them, in their order [m]; empty for fewer than
  // two. Valid until the next call.
  std::span<const double> find(const World& world, std::span<const AgentIndex> agents);

 private:
  double usual_spacing() const;
  void find_in_cells(const Bounds& bounds, double reach);
  void find_in_cell(const Bounds& bounds, std::span<const SortedAgent> cell, double reach);
  bool list_candidates(std::span<const SortedAgent> cell, double reach);
  double nearest_distance(const Bounds& bounds, const SortedAgent& agent, double first_reach) const;

  NeighborGrid grid_;
  std::vector<double> x_, y_;
  std::vector<double> distance_;
  std::vector<SortedAgent> candidates_;
};

}  // namespace drover
