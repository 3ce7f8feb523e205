// Computes the initial positions of the agents of the entries.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sim/geometry/placement_space.h"
#include "sim/geometry/taken_bodies.h"
#include "sim/state/world.h"

namespace drover {

// What the agents of one placement keep.
struct PlacementRules {
  // Bodies may overlap: random places keep the spacing, and the radius from obstacles and walls.
  bool overlaps = false;
};

// Places agents that start together, placement by placement. Fixed places are as asked. A random place keeps
// the spacing of its placement from all agents placed before, of whatever placement, and has room: the bodies
// and what does not move are farther than the gap. It is found by darts: up to 1000 draws of the agent's own
// key. If that leaves an agent over, all agents of the placement are placed anew on a hexagonal lattice.
class Placer {
 public:
  explicit Placer(World& world) : world_(world), taken_(world.model().bounds) {}

  // Writes the positions of agents that start together. Returns what is wrong when that cannot be done.
  std::optional<std::string> place(const PlacementDef& def, std::span<const AgentIndex> agents,
                                   const PlacementRules& rules);
  // The same for agents that come later, when those that are there now may be gone: as if there were no
  // others.
  std::optional<std::string> place_newcomers(const PlacementDef& def, std::span<const AgentIndex> agents,
                                             const PlacementRules& rules);

  // From now on placements keep clear of an agent that was placed by hand.
  void take(AgentIndex agent) { unlisted_.push_back(agent); }

 private:
  World& world_;
  TakenBodies taken_;
  std::vector<AgentIndex> unlisted_;  // placed, but not in taken_: no placement has looked at agents since
};

}  // namespace drover
