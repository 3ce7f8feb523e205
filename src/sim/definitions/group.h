// group: several behaviors with an arbiter of their own that count as one in the stack around them.
#pragma once

#include "sim/definitions/kinds.h"

namespace drover {

// A behavior kind by name only: the arbitration looks into it (sim/arbitration.h).
extern const BehaviorKind kGroup;

}  // namespace drover
