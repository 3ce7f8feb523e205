// What stands in the way of agents, for formats that hold the area to walk in.
#pragma once

#include <vector>

#include "observe/dataset/walkable_survey.h"
#include "sim/state/world.h"

namespace drover {

// An obstacle or a wall that appeared or vanished in a step, by its index.
struct ShapeChange {
  std::int64_t step = 0;
  bool is_wall = false;
  std::uint32_t index = 0;
  bool present = true;
};

// Obstacles, with 64 corners to a turn of what is round, and walls. In a world that wraps obstacles stand
// beyond the edges too. A region of the name "walkable" is the outline. The world of unwrapped positions goes
// on beyond its edges and has no shape.
WalkableGround walkable_ground(const Model& model, bool is_unwrapped);

// In frames of so many steps: from the first one that sees it.
std::vector<BarrierChange> barrier_changes(const Model& model, const std::vector<ShapeChange>& changes,
                                           std::int64_t stride);

}  // namespace drover
