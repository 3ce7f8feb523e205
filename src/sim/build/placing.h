// Computes the initial positions of the agents of the entries.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "sim/build/taken_points.h"
#include "sim/state/world.h"

namespace drover {

// Random places are drawn again until they keep the minimum spacing and are clear of obstacles and walls. The
// spacing of a placement is kept from the agents that were placed before it too, of whatever entry.
class Placer {
 public:
  // No placement has a larger spacing than `max_spacing` [m].
  Placer(World& world, double max_spacing) : world_(world), max_spacing_(max_spacing), taken_(max_spacing) {}

  // Writes the positions of agents that start together. Returns what is wrong when that cannot be done.
  std::optional<std::string> place(const PlacementDef& def, std::span<const AgentIndex> agents);
  // The same for agents that come later, when those that are there now may be gone: as if there were no
  // others.
  std::optional<std::string> place_newcomers(const PlacementDef& def, std::span<const AgentIndex> agents);

  // From now on placements keep their spacing from an agent that was placed by hand.
  void take(AgentIndex agent) { taken_.add(world_.state.motion.position(agent)); }

 private:
  World& world_;
  double max_spacing_;
  TakenPoints taken_;
};

}  // namespace drover
