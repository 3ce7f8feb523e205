#include "arbiters/registry.h"

#include "sim/definitions/kinds.h"

namespace drover {

// clang-format off: one kind per line
DROVER_KINDS(arbiter_kinds, ArbiterKind, kWeightedSum, kPrioritizedSum, kPrioritizedDithering,
             kPriorityGroups)
// clang-format on

}  // namespace drover
