// Room for agents that appear while others are there.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/state/world.h"

namespace drover {

// The present bodies in a hash table of cells, for births: asking whether a place is free takes a time that
// does not depend on their number, and so does adding one more.
class BodyTable {
 public:
  // For so many agents; from then on nothing allocates.
  void reserve(std::size_t count);
  // Takes all agents that are present.
  void build(const World& world);
  void add(const World& world, AgentIndex agent);

  // The place nearest to the agent's own, ring by ring, at which its body overlaps no other, no obstacle and
  // no wall, and from which no wall parts it: its own if that is free, and where nothing is within some
  // twenty body widths.
  Vec3 free_place(const World& world, AgentIndex agent) const;

 private:
  std::size_t slot_of(std::int64_t column, std::int64_t row) const;
  std::int64_t cell_of(double v) const;
  bool is_taken(const World& world, AgentIndex agent, Vec3 p) const;
  bool is_taken_near(const World& world, AgentIndex agent, Vec3 p, Vec3 image) const;

  double cell_ = 1.0;                 // side of a cell: the widest body [m]
  std::vector<std::uint32_t> first_;  // by slot, the agent added last, kNoIndex without
  std::vector<std::uint32_t> next_;   // by agent, the one added before to the same slot
};

}  // namespace drover
