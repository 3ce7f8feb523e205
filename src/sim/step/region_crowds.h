// How crowded the regions are that agents choose from, and which of them one chooses.
#pragma once

#include <compare>
#include <cstdint>
#include <vector>

#include "sim/state/world.h"

namespace drover {

// What is found about one state, for any number of agents that choose in it. Keeps its memory.
class RegionCrowds {
 public:
  // Makes room for the agents and regions of a model, so that no look in a run allocates.
  void reserve(const Model& model);
  // Looks at the present state: where agents are that chose a region, those of this tick left out.
  void look(const World& world);
  // The same unless it has looked since forget(): for agents that choose one after another, none of which
  // sees what another one chose just now.
  void look_once(const World& world) {
    if (!has_looked_) look(world);
  }
  // The state has changed.
  void forget() { has_looked_ = false; }

  // The index in `goal.places` of the region that the agent chooses. One that has chosen before, `present`,
  // changes only to a region that is better by a tenth. Ties: the first in the list.
  std::uint32_t choose(const World& world, const AgentGoal& goal, AgentIndex agent,
                       std::uint32_t present = kNoIndex) const;
  // The agent changes to another region than the one it has chosen before: those that choose after it see it
  // there. Distances stay what they were.
  void change(const World& world, AgentIndex agent, std::uint32_t region);

 private:
  // How many agents that chose a region are in an area.
  struct AreaCount {
    std::uint32_t area;  // index in Model::regions
    std::uint32_t count;
  };

  // An agent that chose a region, by the region and then by its distance [m].
  struct Chooser {
    std::uint32_t region = kNoIndex;  // index in Model::regions
    double distance = 0.0;

    friend auto operator<=>(const Chooser&, const Chooser&) = default;
  };

  void clear_areas(const Model& model);
  AreaCount& count_of(std::uint32_t region, std::uint32_t area);
  void count(const World& world, AgentIndex agent);
  // `index`: in `goal.places`.
  double cost(const World& world, const AgentGoal& goal, AgentIndex agent, std::uint32_t index) const;
  std::uint32_t others_in_area(const World& world, const AgentGoal& goal, AgentIndex agent,
                               std::uint32_t index) const;
  std::size_t others_nearer(std::uint32_t region, AgentIndex agent, double distance) const;

  // By index of the agent; empty before anybody has chosen.
  std::vector<std::uint32_t> chosen_;  // index in Model::regions; kNoIndex for none
  std::vector<double> distance_;       // to the chosen region [m]
  // By index of the region.
  std::vector<std::vector<AreaCount>> areas_;  // those that goals name for it
  std::vector<Chooser> choosers_;              // ascending, where some choose by time
  bool needs_distances_ = false;
  bool has_looked_ = false;
};

// How far an agent has to go to be in a region, straight [m].
double distance_into(const World& world, std::uint32_t region, AgentIndex agent);

// The region that is nearest to the agent, index in `goal.places`: by its way round what stands in between
// where it finds ways over grids and one of them can be reached, else straight. Not while agents are asked in
// parallel.
std::uint32_t nearest_region(const World& world, const AgentGoal& goal, AgentIndex agent);

// The same for an agent that goes to `present` and may change to another region, whose way is shorter by a
// tenth; it does not where it goes straight.
std::uint32_t nearer_region(const World& world, const AgentGoal& goal, AgentIndex agent,
                            std::uint32_t present);

}  // namespace drover
