// Arrows and isolines of a flow field.
#pragma once

#include <string>
#include <vector>

#include "observe/picture/picture_view.h"
#include "sim/navigation/flow_field.h"
#include "sim/navigation/grid_map.h"

namespace drover {

// The reached cells in view that get an arrow: as many as there are no two of nearer than `spacing` [m].
std::vector<CellIndex> thinned_cells(const GridMap& map, const FlowField& field, const Rectangle& part,
                                     double spacing);

// The d attribute of arrows along the directions of a field, some pixels apart.
std::string field_arrows(const GridMap& map, const FlowField& field, const Projection& projection);

// The greatest distance of a reached cell in view; 0 without any [m].
double greatest_distance(const GridMap& map, const FlowField& field, const Rectangle& part);

// The d attribute of the lines where the distance is a multiple of `step` [m]: by marching squares over the
// centers of cells (Lorensen and Cline 1987, in the plane), linear between them. No line crosses what bodies
// cannot cross: where the distances of neighbors differ by more than a move between them costs, there is
// none.
std::string field_contours(const GridMap& map, const FlowField& field, double step,
                           const Projection& projection);

}  // namespace drover
