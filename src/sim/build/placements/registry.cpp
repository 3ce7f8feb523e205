#include "sim/build/placements/registry.h"

#include "sim/definitions/kinds.h"

namespace drover {

// clang-format off: one kind per line
DROVER_KINDS(placement_kinds, PlacementKind, kPointsPlacement, kGridPlacement, kLinePlacement, kDiscPlacement,
             kRingPlacement, kRectanglePlacement)
// clang-format on

}  // namespace drover
