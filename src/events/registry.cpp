#include "events/registry.h"

#include "sim/definitions/kinds.h"

namespace drover {

// In the order in which lists and the reference show them.
DROVER_KINDS(event_kinds, EventKind, kSpawn, kRemove, kTeleport, kSet, kModeEvent, kGoalEvent, kJoin, kLeave,
             kPatternEvent, kReassign, kShapeEvent, kImpulse, kExplosion, kCount)

}  // namespace drover
