// A scene and its image under a rigid motion, run side by side.
#pragma once

#include "properties/rigid_motion.h"
#include "sim/definitions/definitions.h"

namespace drover::test {

struct MovedRun {
  int steps;
  double tolerance;  // m, m/s; 0: no bit may differ
};

// Fails unless the image of the scene moves as the image of its motion. With a tolerance the agents are first
// moved by up to a millimeter, because a tie of the scene would be decided by rounding.
void expect_same_motion(const ScenarioDef& def, const RigidMotion& motion, const MovedRun& run);

}  // namespace drover::test
