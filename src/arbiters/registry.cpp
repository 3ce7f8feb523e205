#include "arbiters/registry.h"

#include <array>

#include "sim/definitions/kinds.h"

namespace drover {

extern const ArbiterKind kWeightedSum;
extern const ArbiterKind kPrioritizedSum;
extern const ArbiterKind kPrioritizedDithering;
extern const ArbiterKind kPriorityGroups;

std::span<const Kind* const> arbiter_kinds() {
  static constexpr auto kKinds =
      std::to_array<const Kind*>({&kWeightedSum, &kPrioritizedSum, &kPrioritizedDithering, &kPriorityGroups});
  return kKinds;
}

}  // namespace drover
