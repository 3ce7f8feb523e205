// All placements.
#pragma once

#include <span>

#include "core/kind.h"

namespace drover {

std::span<const Kind* const> placement_kinds();

}  // namespace drover
