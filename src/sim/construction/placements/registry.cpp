#include "sim/construction/placements/registry.h"

#include "sim/definitions/kinds.h"

namespace drover {

// In the order in which lists and the reference show them.
DROVER_KINDS(placement_kinds, PlacementKind, kPointsPlacement, kGridPlacement, kLinePlacement, kDiscPlacement,
             kRingPlacement, kRectanglePlacement, kBallPlacement, kBoxPlacement, kRegionPlacement,
             kInSlotPlacement)

}  // namespace drover
