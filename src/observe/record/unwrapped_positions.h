// Trajectories in a world whose edges wrap, without the jumps.
#pragma once

#include <cstdint>

#include "core/vec3.h"
#include "sim/geometry/bounds.h"

namespace drover {

// For users who did not choose.
inline constexpr const char* kUnwrappedNote =
    "positions go on beyond the edges of the world, which wraps: readers see agents apart that are near each "
    "other, and densities that are too low; --positions wrapped writes positions in the world, which jump at "
    "the edges";

// The way of one agent. How often it crossed an edge is counted, so that nothing accumulates: an unwrapped
// position is the one in the world plus a whole number of widths.
class UnwrappedPosition {
 public:
  // Moves on to the next position in the world [m] and returns the unwrapped one. Correct where the agent
  // moved by less than half a width since the position before. `is_cut`: an event put the agent there; it
  // then stands where the world says, and its way begins anew.
  Vec3 advance(Vec3 position, const Bounds& bounds, bool is_cut);

  // Where the last call has put the agent [m].
  Vec3 position() const { return unwrapped_; }
  // Whether it is another one than in the world.
  bool is_beyond_edges() const { return turns_x_ != 0 || turns_y_ != 0 || turns_z_ != 0; }

 private:
  bool is_started_ = false;
  std::int64_t turns_x_ = 0, turns_y_ = 0, turns_z_ = 0;
  Vec3 last_;  // in the world
  Vec3 unwrapped_;
};

}  // namespace drover
