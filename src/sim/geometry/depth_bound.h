// How deep a shape is at most.
#pragma once

#include "sim/geometry/shape.h"

namespace drover {

// No point of a solid shape is farther inside its border than this [m]. Of polygons other than rectangles it
// is more than the truth, by little where they are not very complicated: squares that may hold such a point
// are cut in four, the most promising one first (V. Agafonkin, "A new algorithm for finding a visual center
// of a polygon", 2016).
double depth_bound(const Shape& shape);

}  // namespace drover
