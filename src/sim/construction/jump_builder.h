// Whose stacks let agents jump, and what is wrong with that.
#pragma once

#include "sim/construction/build_checks.h"

namespace drover {

// Finds the entries of each mode that may let agents jump.
void link_jumps(Model& model);

// What behaviors say of themselves in this world; jumps of graphs that do not begin or end on the ground, or
// that nobody can do.
void check_jumps(BuildCheck& check);

}  // namespace drover
