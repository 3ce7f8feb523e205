// One number for a whole state, equal for two runs exactly where they agree.
#pragma once

#include <cstdint>

#include "sim/state/world.h"

namespace drover {

// Hashes everything that can influence S(t+1) (sim/state/registry.h). -0 counts as 0. Never allocates.
std::uint64_t state_hash(const World& world);

}  // namespace drover
