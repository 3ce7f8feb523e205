// Overlapping agents: finding the pairs and pushing them apart.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/geometry/nearest_room.h"
#include "sim/perception/neighbor_grid.h"
#include "sim/state/world.h"

namespace drover {

// Two bodies that overlap by `depth` > 0 [m]; a has the lower index.
struct Overlap {
  AgentIndex a;
  AgentIndex b;
  double depth;
};

// Finds overlapping pairs. Keeps its memory between calls.
class OverlapFinder {
 public:
  // Ordered by (a, b). The span is valid until the next call.
  std::span<const Overlap> find(const World& world, const AgentMotion& state);

 private:
  NeighborGrid grid_;
  std::vector<Overlap> pairs_;
};

// Lets bodies move past obstacles and walls and moves overlapping agents apart. Every displacement, of the
// motion and of each push, is a sweep that slides along what it touches (sim/geometry/body_sweep.h), so no
// body enters what it was not in. All pushes of a pass are computed from the same positions and summed in
// fixed point, so the result does not depend on the order of agents. Bodies that were moved get the velocity
// of the motion that took place.
class OverlapResolver {
 public:
  // `state` is where the bodies would be without contacts, S(t) of the world where they come from.
  void resolve(const World& world, AgentMotion& state);
  // Afterwards, when the edges of the world have acted: bodies that still overlap obstacles or walls, because
  // they started there, are pushed out.
  void leave_solids(const World& world, AgentMotion& state);

 private:
  void push_agents(const World& world, AgentMotion& state);
  void correct_velocities(const World& world, AgentMotion& state) const;
  bool stop_at_first_touch(const World& world, AgentMotion& state, AgentIndex i) const;

  OverlapFinder overlaps_;
  RoomFinder finder_;
  std::vector<std::int64_t> push_x_, push_y_;
  std::vector<std::uint8_t> moved_;  // whether a push moved the agent in this step
  // The square of the speed that pushes may give the agent: the greatest among the bodies that push each
  // other, each pass one body farther [m^2/s^2].
  std::vector<double> max_speed2_, next_max_speed2_;
};

}  // namespace drover
