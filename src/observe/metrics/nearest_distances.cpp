#include "observe/metrics/nearest_distances.h"

#include <cmath>

namespace drover {
namespace {

// Cells that lie far apart can share a number.
bool are_together(const SortedAgent& a, const SortedAgent& b, double reach) {
  return a.cell == b.cell && std::fabs(a.x - b.x) <= reach && std::fabs(a.y - b.y) <= reach;
}

}  // namespace

std::span<const double> NearestDistances::find(const World& world, std::span<const AgentIndex> agents) {
  x_.clear();
  y_.clear();
  distance_.clear();
  for (const AgentIndex i : agents) {
    x_.push_back(world.state.motion.x[i]);
    y_.push_back(world.state.motion.y[i]);
  }
  if (x_.size() < 2) return {};
  const double spacing = usual_spacing();
  grid_.build(x_, y_, world.model().bounds, {world.model().partition.enabled, spacing});
  find_in_cells(world.model().bounds, spacing);
  return distance_;
}

// The side of the square each agent would have if they filled their bounding box evenly. It only sets the
// size of cells and the first reach, never the result.
double NearestDistances::usual_spacing() const {
  double low_x = x_[0], high_x = x_[0], low_y = y_[0], high_y = y_[0];
  for (std::size_t k = 0; k < x_.size(); ++k) {
    low_x = smaller(low_x, x_[k]);
    high_x = larger(high_x, x_[k]);
    low_y = smaller(low_y, y_[k]);
    high_y = larger(high_y, y_[k]);
  }
  const double count = static_cast<double>(x_.size());
  const double area = (high_x - low_x) * (high_y - low_y);
  const double along = larger(high_x - low_x, high_y - low_y) / count;  // agents in a row have no area
  return larger(larger(std::sqrt(area / count), along), 1e-3);
}

// The agents of a cell look at the same cells around. Most find their nearest neighbor there.
void NearestDistances::find_in_cells(const Bounds& bounds, double reach) {
  distance_.resize(x_.size());
  const std::span<const SortedAgent> sorted = grid_.sorted_agents();
  for (std::size_t begin = 0; begin < sorted.size();) {
    std::size_t end = begin + 1;
    while (end < sorted.size() && are_together(sorted[begin], sorted[end], reach))
      ++end;
    find_in_cell(bounds, sorted.subspan(begin, end - begin), reach);
    begin = end;
  }
}

// An agent found within the reach is nearer than all that were not looked at.
void NearestDistances::find_in_cell(const Bounds& bounds, std::span<const SortedAgent> cell, double reach) {
  const bool through_edges = list_candidates(cell, reach);
  for (const SortedAgent& agent : cell) {
    double best2 = kInfinity;
    for (const SortedAgent& other : candidates_) {
      const Vec3 step{other.x - agent.x, other.y - agent.y, 0.0};
      const Vec3 apart =
          through_edges ? bounds.displacement({agent.x, agent.y, 0.0}, {other.x, other.y, 0.0}) : step;
      if (other.agent != agent.agent) best2 = smaller(best2, length2(apart));
    }
    distance_[agent.agent] =
        best2 <= reach * reach ? std::sqrt(best2) : nearest_distance(bounds, agent, 2.0 * reach);
  }
}

// All agents within the reach of the agents of a cell; whether an edge may lie between them.
bool NearestDistances::list_candidates(std::span<const SortedAgent> cell, double reach) {
  Vec3 low{cell[0].x, cell[0].y, 0.0};
  Vec3 high = low;
  for (const SortedAgent& agent : cell) {
    low = {smaller(low.x, agent.x), smaller(low.y, agent.y), 0.0};
    high = {larger(high.x, agent.x), larger(high.y, agent.y), 0.0};
  }
  candidates_.clear();
  const std::span<const SortedAgent> sorted = grid_.sorted_agents();
  return grid_.visit_cells(grid_.cells_around(low, high, reach), [&](std::uint32_t begin, std::uint32_t end) {
    candidates_.insert(candidates_.end(), sorted.begin() + begin, sorted.begin() + end);
  });
}

// Looks within a reach that doubles until it holds another agent. The cost is that of the cells around,
// whatever the size of the world.
double NearestDistances::nearest_distance(const Bounds& bounds, const SortedAgent& agent,
                                          double first_reach) const {
  const Vec3 p{agent.x, agent.y, 0.0};
  for (double reach = first_reach;; reach *= 2.0) {
    double best2 = kInfinity;
    grid_.visit_near(p, reach, [&](std::uint32_t begin, std::uint32_t end) {
      for (const SortedAgent& other : grid_.sorted_agents().subspan(begin, end - begin)) {
        if (other.agent == agent.agent) continue;
        best2 = smaller(best2, length2(bounds.displacement(p, {other.x, other.y, 0.0})));
      }
    });
    if (best2 <= reach * reach) return std::sqrt(best2);
  }
}

}  // namespace drover
