// Room for agents that appear while others are there.
#pragma once

#include <cstddef>
#include <span>

#include "sim/geometry/placement_space.h"
#include "sim/geometry/taken_bodies.h"
#include "sim/state/world.h"

namespace drover {

// The present bodies in a hash table of cells, for births: asking whether a place is free takes a time that
// does not depend on their number, and so does adding one more.
class BodyTable {
 public:
  // For so many agents; from then on nothing allocates.
  void reserve(std::size_t count) { bodies_.reserve(count); }
  // Takes all agents that are present, for questions about room with this clearance.
  void build(const World& world, const Clearance& clearance = {});
  void add(const World& world, AgentIndex agent);

  // Whether the agent's body at p keeps the clearance from the others.
  bool is_taken(const World& world, AgentIndex agent, Vec3 p) const;
  // Whether it does, and from obstacles, walls and the edges of a closed world.
  bool is_free(const World& world, AgentIndex agent, Vec3 p) const;

  // The place nearest to the agent's own, ring by ring, at which its body overlaps no other, no obstacle and
  // no wall, and from which no wall parts it: its own if that is free, and where nothing is within some
  // twenty body widths, in space ten.
  Vec3 free_place(const World& world, AgentIndex agent) const;

 private:
  TakenBodies bodies_;
  Clearance clearance_;
};

}  // namespace drover
