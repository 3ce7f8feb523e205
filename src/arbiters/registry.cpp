#include "arbiters/registry.h"

#include "sim/definitions/kinds.h"

namespace drover {

// In the order in which lists and the reference show them.
DROVER_KINDS(arbiter_kinds, ArbiterKind, kWeightedSum, kPrioritizedSum, kPrioritizedDithering,
             kPriorityGroups, kPipeline)

}  // namespace drover
