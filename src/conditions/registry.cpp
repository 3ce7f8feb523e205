#include "conditions/registry.h"

#include <algorithm>
#include <vector>

#include "quantities/registry.h"
#include "sim/definitions/kinds.h"

namespace drover {

// The conditions of this folder.
std::span<const Kind* const> other_conditions();

DROVER_KINDS(other_conditions, ConditionKind, kAllCondition, kAnyCondition, kArrivedCondition,
             kEmergentLeaderCondition, kGoalStateCondition, kGreatestCondition, kLineOfSightCondition,
             kNotCondition, kPathFinishedCondition, kRandomCondition, kRegionCondition, kStuckCondition,
             kTimeCondition)

std::span<const Kind* const> condition_kinds() {
  static const std::vector<const Kind*> kKinds = [] {
    const std::span<const Kind* const> others = other_conditions();
    std::vector<const Kind*> kinds(others.begin(), others.end());
    for (const Kind* kind : quantity_kinds()) {
      const auto& quantity = *static_cast<const QuantityKind*>(kind);
      if (quantity.condition != nullptr) kinds.push_back(quantity.condition);
    }
    std::ranges::sort(kinds, {}, &Kind::name);
    return kinds;
  }();
  return kKinds;
}

}  // namespace drover
