#include "actions/registry.h"

namespace drover {

DROVER_KINDS(action_kinds, ActionKind, kFire, kThrow, kDrop, kTake, kTally)

}  // namespace drover
