#include "quantities/registry.h"

#include "sim/definitions/kinds.h"

namespace drover {

// clang-format off: one kind per line
DROVER_KINDS(quantity_kinds, QuantityKind, kDistanceQuantity, kGoalDistanceQuantity, kNamedQuantity,
             kNeighborCountQuantity, kSpeedQuantity, kTimeQuantity, kTimeInModeQuantity,
             kTimeToCollisionQuantity)
// clang-format on

}  // namespace drover
