#include "behaviors/registry.h"

#include "sim/definitions/kinds.h"

namespace drover {

// In the order in which lists and the reference show them.
DROVER_KINDS(behavior_kinds, BehaviorKind, kSeek, kFlee, kArrive, kPark, kMatchVelocity, kPursue, kEvade,
             kChase, kIntercept, kWander, kObstacleAvoidance, kWallAvoidance, kHug, kContainment,
             kCollisionAvoidance, kHeadway, kInterpose, kHide, kEvadeProjectile, kCatchProjectile, kFleeBlast,
             kFollowPath, kFollowCorridor, kGoTo, kFlowField, kJump, kJumpGaps, kOffsetPursuit, kSlotArrive,
             kOrbit, kLeaderFollowing, kSeparation, kAlignment, kCohesion, kFlocking, kKinematicSeek,
             kKinematicFlee, kKinematicArrive, kKinematicWander, kAlign, kFace, kLookWhereGoing,
             kMatchRotation, kGroup)

}  // namespace drover
