// Indices in the columns of a state that comes from a file.
#pragma once

#include <optional>
#include <string>

#include "sim/state/saved_state.h"

namespace drover {

// What is wrong with a state whose columns are those of the world: the first index of something that is not
// there, or that is not there for this row. Everything that reads a state may rely on its indices.
std::optional<std::string> check_indices(const SavedState& saved, const World& world);

}  // namespace drover
