// The body of an anchor, and what stands between its stack and it: it takes velocities as they are and does
// not move by itself; formations move it (sim/formation/formations.h). No scenario can choose them.
#pragma once

#include "sim/definitions/kinds.h"

namespace drover {

extern const LocomotionKind kAnchorBody;
extern const ActuatorKind kAnchorActuator;

}  // namespace drover
