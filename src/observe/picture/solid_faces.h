// Solids of space as items of a display list.
#pragma once

#include <vector>

#include "observe/picture/display_list.h"
#include "sim/geometry/space_shape.h"

namespace drover {

// Adds the rings of a body between two polygons with the same number of corners: the upper one, the lower
// one, and the faces between them.
void add_prism(DisplayItem& item, const std::vector<Vec3>& upper, const std::vector<Vec3>& lower);

// A ball as a disc, a capsule as a line with a radius, a box and a triangle as areas.
DisplayItem solid_item(const SpaceShape& shape, DisplayClass kind, bool is_triangle);

}  // namespace drover
