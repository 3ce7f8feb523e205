#include "behaviors/registry.h"

#include "sim/definitions/kinds.h"

namespace drover {

// clang-format off: one kind per line
DROVER_KINDS(behavior_kinds, BehaviorKind, kSeek, kFlee, kArrive, kMatchVelocity, kPursue, kEvade, kChase,
             kIntercept, kWander, kObstacleAvoidance, kWallAvoidance, kContainment, kCollisionAvoidance,
             kInterpose, kHide, kFollowPath, kFollowCorridor, kOffsetPursuit, kOrbit, kLeaderFollowing,
             kSeparation, kAlignment, kCohesion, kFlocking, kKinematicSeek, kKinematicFlee, kKinematicArrive,
             kKinematicWander, kAlign, kFace, kLookWhereGoing, kMatchRotation, kGroup)
// clang-format on

}  // namespace drover
