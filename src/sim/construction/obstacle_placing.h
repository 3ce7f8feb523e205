// Where the obstacles of a scenario stand, those at drawn places too.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/problem.h"
#include "sim/geometry/region.h"
#include "sim/geometry/static_shapes.h"

namespace drover {

// The obstacles in file order, with a number each from 0: it keys the draws (Purpose::obstacle), so an entry
// added behind others changes nothing of them. What stands at fixed places stands there as asked. A drawn
// place is drawn again until the borders of other obstacles and walls are `gap` away; where 1000 draws do not
// do for one of an entry, all of the entry take places on a hexagonal lattice, the larger ones first. What is
// wrong is added to `problems`.
std::vector<PlacedObstacle> place_obstacles(const WorldDef& world, std::span<const Region> regions,
                                            const Bounds& bounds, std::uint64_t seed,
                                            std::vector<Problem>& problems);

}  // namespace drover
