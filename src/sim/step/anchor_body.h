// The body of an anchor: it takes velocities and does not move by itself; formations move it
// (sim/formation/formations.h). No scenario can choose it.
#pragma once

#include "sim/definitions/kinds.h"

namespace drover {

extern const LocomotionKind kAnchorBody;

}  // namespace drover
