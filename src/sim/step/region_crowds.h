// How crowded the regions are that agents choose from, and which of them one chooses.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/state/world.h"

namespace drover {

// What is found about one state, for any number of agents that choose in it. Keeps its memory.
class RegionCrowds {
 public:
  // Looks at the present state: where agents are that chose a region, those of this tick left out.
  void look(const World& world);

  // The index in `goal.places` of the region that the agent chooses. One that has chosen before, `present`,
  // changes only to a region that is better by a tenth. Ties: the first in the list.
  std::uint32_t choose(const World& world, const AgentGoal& goal, AgentIndex agent,
                       std::uint32_t present = kNoIndex) const;

 private:
  double cost(const World& world, const AgentGoal& goal, AgentIndex agent, std::uint32_t place) const;
  std::uint32_t others_in_area(const World& world, const AgentGoal& goal, AgentIndex agent,
                               std::uint32_t place) const;
  std::uint32_t others_nearer(const AgentGoal& goal, AgentIndex agent, std::uint32_t place,
                              double distance) const;

  // By index of the agent.
  std::vector<std::uint32_t> chosen_;  // index in Model::regions; kNoIndex for none
  std::vector<double> distance_;       // to the chosen region [m]
  // By index of the goal and of its regions: how many are in its area.
  std::vector<std::vector<std::uint32_t>> in_area_;
};

// How far an agent has to go to be in a region, straight [m].
double distance_into(const World& world, std::uint32_t region, AgentIndex agent);

// The region that is nearest to the agent: index in `goal.places`.
std::uint32_t nearest_region(const World& world, const AgentGoal& goal, AgentIndex agent);

}  // namespace drover
