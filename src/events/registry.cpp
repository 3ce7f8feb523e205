#include "events/registry.h"

#include "sim/definitions/kinds.h"

namespace drover {

// clang-format off: one kind per line
DROVER_KINDS(event_kinds, EventKind, kSpawn, kRemove, kTeleport, kSet, kModeEvent)
// clang-format on

}  // namespace drover
