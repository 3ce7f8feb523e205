// Room among what does not move.
#pragma once

#include "sim/geometry/static_geometry.h"

namespace drover {

// Whether a circle overlaps no obstacle and no wall; nearest images in a world that wraps.
bool is_clear_of_statics(const StaticGeometry& geometry, const Bounds& bounds, Vec3 center, double radius);

}  // namespace drover
