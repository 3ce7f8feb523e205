#include "quantities/registry.h"

#include "sim/definitions/kinds.h"

namespace drover {

// In the order in which lists and the reference show them.
DROVER_KINDS(quantity_kinds, QuantityKind, kAccelerationQuantity, kBlastsQuantity, kClearanceQuantity,
             kCounterQuantity, kDistanceQuantity, kGoalDistanceQuantity, kHitsQuantity, kHoldsBallQuantity,
             kNamedQuantity, kNeighborCountQuantity, kOpeningQuantity, kShotsQuantity, kSlotErrorQuantity,
             kSpeedQuantity, kTimeQuantity, kTimeInModeQuantity, kTimeToCollisionQuantity, kTurnRateQuantity,
             kWaitingQuantity)

}  // namespace drover
