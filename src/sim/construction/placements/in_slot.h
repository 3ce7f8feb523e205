#pragma once

#include "sim/definitions/kinds.h"

namespace drover {

extern const PlacementKind kInSlotPlacement;

}  // namespace drover
