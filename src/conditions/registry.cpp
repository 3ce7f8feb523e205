#include "conditions/registry.h"

#include <algorithm>
#include <vector>

#include "quantities/registry.h"
#include "sim/definitions/kinds.h"

namespace drover {

// The conditions of this folder.
std::span<const ConditionKind* const> other_conditions();

DROVER_KINDS(other_conditions, ConditionKind, kAllCondition, kAnyCondition, kArrivedCondition,
             kEmergentLeaderCondition, kGoalStateCondition, kGreatestCondition, kJumpStateCondition,
             kLineOfSightCondition, kNotCondition, kPathFinishedCondition, kRandomCondition, kRegionCondition,
             kStuckCondition, kTimeCondition)

std::span<const ConditionKind* const> condition_kinds() {
  static const std::vector<const ConditionKind*> kKinds = [] {
    const std::span<const ConditionKind* const> others = other_conditions();
    std::vector<const ConditionKind*> kinds(others.begin(), others.end());
    for (const QuantityKind* quantity : quantity_kinds()) {
      if (quantity->condition != nullptr) kinds.push_back(quantity->condition);
    }
    std::ranges::sort(kinds, {}, &Kind::name);
    return kinds;
  }();
  return kKinds;
}

}  // namespace drover
