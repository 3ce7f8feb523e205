// Where the cells of grids lie, for the agents that find their way.
#pragma once

#include "sim/construction/build_checks.h"

namespace drover {

// Whether it plans ways over grids that are there, but asks for none. Without one it remembers nothing.
bool borrows_grids(const StackEntry& entry);

// Grids for the agents whose stacks find ways; none where there are none, or nothing stands in their way.
// Says where cells are larger than asked for, and where a grid lies beside all that it is for.
void build_navigation(BuildCheck& check, Model& model);

}  // namespace drover
