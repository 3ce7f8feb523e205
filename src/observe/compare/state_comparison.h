// Compares two states number by number.
#pragma once

#include "observe/compare/divergence.h"
#include "observe/compare/tolerances.h"
#include "sim/state/saved_state.h"

namespace drover {

// Adds the differences of two states of one scenario to a divergence: by agent, then in the order of the
// columns, and those of the whole world last. Tolerances are by quantity, the last part of a column's name.
// Columns that only one state has are differences of the whole world. The step is the tick of the expected
// state.
void compare_states(const SavedState& expected, const SavedState& actual, const Tolerances& tolerances,
                    Divergence& divergence);

}  // namespace drover
