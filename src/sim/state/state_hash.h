// One number for a whole state, equal for two runs exactly where they agree.
#pragma once

#include <cstdint>

#include "sim/state/world.h"

namespace drover {

// Hashes everything that can influence S(t+1) (sim/state/registry.h): the clock, and each column by its name
// unless it holds its initial value everywhere, whatever the order of the columns. -0 counts as 0. Never
// allocates.
std::uint64_t state_hash(const World& world);

}  // namespace drover
