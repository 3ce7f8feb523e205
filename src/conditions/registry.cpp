#include "conditions/registry.h"

#include <array>

#include "sim/definitions/kinds.h"

namespace drover {

extern const ConditionKind kAllCondition;
extern const ConditionKind kAnyCondition;
extern const ConditionKind kArrivedCondition;
extern const ConditionKind kDistanceCondition;
extern const ConditionKind kEmergentLeaderCondition;
extern const ConditionKind kLineOfSightCondition;
extern const ConditionKind kNeighborCountCondition;
extern const ConditionKind kNotCondition;
extern const ConditionKind kPathFinishedCondition;
extern const ConditionKind kRandomCondition;
extern const ConditionKind kRegionCondition;
extern const ConditionKind kSpeedCondition;
extern const ConditionKind kStuckCondition;
extern const ConditionKind kTimeCondition;
extern const ConditionKind kTimeInModeCondition;

std::span<const Kind* const> condition_kinds() {
  static constexpr auto kKinds = std::to_array<const Kind*>({
      &kAllCondition,
      &kAnyCondition,
      &kArrivedCondition,
      &kDistanceCondition,
      &kEmergentLeaderCondition,
      &kLineOfSightCondition,
      &kNeighborCountCondition,
      &kNotCondition,
      &kPathFinishedCondition,
      &kRandomCondition,
      &kRegionCondition,
      &kSpeedCondition,
      &kStuckCondition,
      &kTimeCondition,
      &kTimeInModeCondition,
  });
  return kKinds;
}

}  // namespace drover
