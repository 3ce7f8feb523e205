#include "behaviors/registry.h"

#include <array>

#include "sim/definitions/group.h"
#include "sim/definitions/kinds.h"

namespace drover {

extern const BehaviorKind kSeek;
extern const BehaviorKind kFlee;
extern const BehaviorKind kArrive;
extern const BehaviorKind kMatchVelocity;
extern const BehaviorKind kPursue;
extern const BehaviorKind kEvade;
extern const BehaviorKind kChase;
extern const BehaviorKind kIntercept;
extern const BehaviorKind kWander;
extern const BehaviorKind kObstacleAvoidance;
extern const BehaviorKind kWallAvoidance;
extern const BehaviorKind kContainment;
extern const BehaviorKind kCollisionAvoidance;
extern const BehaviorKind kInterpose;
extern const BehaviorKind kHide;
extern const BehaviorKind kFollowPath;
extern const BehaviorKind kFollowCorridor;
extern const BehaviorKind kOffsetPursuit;
extern const BehaviorKind kOrbit;
extern const BehaviorKind kLeaderFollowing;
extern const BehaviorKind kSeparation;
extern const BehaviorKind kAlignment;
extern const BehaviorKind kCohesion;
extern const BehaviorKind kFlocking;
extern const BehaviorKind kKinematicSeek;
extern const BehaviorKind kKinematicFlee;
extern const BehaviorKind kKinematicArrive;
extern const BehaviorKind kKinematicWander;
extern const BehaviorKind kAlign;
extern const BehaviorKind kFace;
extern const BehaviorKind kLookWhereGoing;
extern const BehaviorKind kMatchRotation;

std::span<const Kind* const> behavior_kinds() {
  static constexpr auto kKinds = std::to_array<const Kind*>({
      &kSeek,
      &kFlee,
      &kArrive,
      &kMatchVelocity,
      &kPursue,
      &kEvade,
      &kChase,
      &kIntercept,
      &kWander,
      &kObstacleAvoidance,
      &kWallAvoidance,
      &kContainment,
      &kCollisionAvoidance,
      &kInterpose,
      &kHide,
      &kFollowPath,
      &kFollowCorridor,
      &kOffsetPursuit,
      &kOrbit,
      &kLeaderFollowing,
      &kSeparation,
      &kAlignment,
      &kCohesion,
      &kFlocking,
      &kKinematicSeek,
      &kKinematicFlee,
      &kKinematicArrive,
      &kKinematicWander,
      &kAlign,
      &kFace,
      &kLookWhereGoing,
      &kMatchRotation,
      &kGroup,
  });
  return kKinds;
}

}  // namespace drover
