// How deep a region is at most.
#pragma once

#include "sim/geometry/region.h"

namespace drover {

// No point of a polygon is farther inside its border than this, and where the polygon is not very complicated
// some point is nearly as far [m]. Squares that may hold such a point are cut in four, the most promising one
// first (V. Agafonkin, "A new algorithm for finding a visual center of a polygon", 2016).
double depth_bound(const Region& polygon);

}  // namespace drover
