// Where a body goes that wants to be inside a region: far enough inside for its center to be there and, where
// the region is large enough, for all of it.
#pragma once

#include "core/vec3.h"
#include "sim/geometry/region.h"

namespace drover {

// The point to aim at for a body at p with this radius [m], inside the region or out of it. Of a rectangle p
// clamped to what lies min(radius, half the side) inside along each axis; of a disc the point nearest to p of
// the disc that is smaller by the radius; of a polygon the point nearest to p at least the radius inside, or
// half of it, a quarter, an eighth, or nothing where there is no such point.
Vec3 aiming_point(const Region& region, Vec3 p, double radius);

}  // namespace drover
