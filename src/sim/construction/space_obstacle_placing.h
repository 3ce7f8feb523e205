// Where the obstacles of a world in space stand.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/problem.h"
#include "sim/definitions/definitions.h"
#include "sim/geometry/bounds.h"
#include "sim/geometry/region.h"
#include "sim/geometry/space_statics.h"

namespace drover {

// In file order, as many as each entry asks for. Numbers of the shapes and places are drawn by the index of
// the obstacle. At a drawn place a ball keeps the gap of its entry exactly, another shape with the ball
// around it. Adds a problem and returns none where some find no room.
std::vector<PlacedSpaceObstacle> place_space_obstacles(const WorldDef& world, std::span<const Region> regions,
                                                       const Bounds& bounds, std::uint64_t seed,
                                                       std::vector<Problem>& problems);

}  // namespace drover
