#include "behaviors/registry.h"

#include <array>

#include "sim/kinds.h"

namespace drover {

extern const BehaviorKind kSeek;
extern const BehaviorKind kFlee;
extern const BehaviorKind kArrive;
extern const BehaviorKind kPursue;
extern const BehaviorKind kEvade;
extern const BehaviorKind kWander;
extern const BehaviorKind kObstacleAvoidance;
extern const BehaviorKind kWallAvoidance;
extern const BehaviorKind kInterpose;
extern const BehaviorKind kHide;
extern const BehaviorKind kFollowPath;
extern const BehaviorKind kOffsetPursuit;
extern const BehaviorKind kSeparation;
extern const BehaviorKind kAlignment;
extern const BehaviorKind kCohesion;
extern const BehaviorKind kFlocking;

std::span<const Kind* const> behavior_kinds() {
  static constexpr auto kKinds = std::to_array<const Kind*>({
      &kSeek,
      &kFlee,
      &kArrive,
      &kPursue,
      &kEvade,
      &kWander,
      &kObstacleAvoidance,
      &kWallAvoidance,
      &kInterpose,
      &kHide,
      &kFollowPath,
      &kOffsetPursuit,
      &kSeparation,
      &kAlignment,
      &kCohesion,
      &kFlocking,
  });
  return kKinds;
}

}  // namespace drover
