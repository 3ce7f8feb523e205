// All placements.
#pragma once

#include <span>

#include "sim/definitions/kinds.h"

namespace drover {

std::span<const PlacementKind* const> placement_kinds();

}  // namespace drover
