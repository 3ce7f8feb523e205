// How far agents are from their nearest neighbors, whatever their number and spacing.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sim/geometry/point_tree.h"
#include "sim/perception/perception.h"
#include "sim/state/world.h"

namespace drover {

class NearestDistances {
 public:
  // The distance of each agent to the nearest other one of them, in their order [m]; empty for fewer than
  // two. They ascend and are present. Valid until the next call, which is about the same run.
  std::span<const double> find(const World& world, std::span<const AgentIndex> agents, WorkerPool& workers);

  // How many pairs of agents within reach of each other the last call compared.
  std::uint64_t pairs_tested() const { return pass_ ? pass_->pairs_tested() : 0; }

 private:
  void choose_reach(const World& world);
  void build_grid(const World& world, std::span<const AgentIndex> agents, WorkerPool& workers);
  void find_within_reach(const World& world, std::span<const AgentIndex> agents, WorkerPool& workers);
  void find_in_space(const World& world, std::span<const AgentIndex> agents, WorkerPool& workers);
  double find_farther(const World& world, AgentIndex i);

  std::optional<double> usual_distance_;  // of most agents, as of the last state [m]
  double reach_ = 0.0;                    // of the pass [m]
  std::optional<PerceptionPass> pass_;
  NeighborGrid grid_;
  std::vector<std::uint8_t> is_meant_;   // by agent
  std::vector<AgentIndex> nearest_far_;  // by agent, of those without another one near
  std::vector<std::size_t> left_;        // agents without another one near
  PointTree tree_;
  std::vector<double> distance_;
};

}  // namespace drover
