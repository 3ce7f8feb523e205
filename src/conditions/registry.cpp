#include "conditions/registry.h"

#include "sim/definitions/kinds.h"

namespace drover {

// clang-format off: one kind per line
DROVER_KINDS(condition_kinds, ConditionKind, kAllCondition, kAnyCondition, kArrivedCondition,
             kDistanceCondition, kEmergentLeaderCondition, kLineOfSightCondition, kNeighborCountCondition,
             kNotCondition, kPathFinishedCondition, kRandomCondition, kRegionCondition, kSpeedCondition,
             kStuckCondition, kTimeCondition, kTimeInModeCondition)
// clang-format on

}  // namespace drover
