// The world as an area to walk in.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "observe/dataset/walkable_area.h"
#include "sim/state/world.h"

namespace drover {

struct WalkableWorld {
  std::optional<WalkableArea> area = {};  // absent: the world has no edges, or positions are unwrapped
  std::vector<std::string> notes = {};    // what the area does not show, one sentence each
};

// The rectangle of the bounds with solid obstacles as holes: their corners, with 64 to a turn of what is
// round. Holes of a valid polygon lie within it and apart from each other: others are left out with a note,
// and so are walls and hollow obstacles, which have no area. The area of unwrapped positions is not known
// beforehand.
WalkableWorld walkable_world(const Model& model, bool is_unwrapped);

}  // namespace drover
