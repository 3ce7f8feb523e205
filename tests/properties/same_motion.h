// A scene and its image under a rigid motion, run side by side.
#pragma once

#include <optional>
#include <string>

#include "properties/rigid_motion.h"
#include "sim/definitions/definitions.h"

namespace drover::test {

struct MovedRun {
  int steps;
  double tolerance;  // m, m/s; 0: no bit may differ
};

// How the image of the scene moves otherwise than as the image of its motion; nothing where it does not. With
// a tolerance the agents are first moved by up to a millimeter, because a tie of the scene would be decided
// by rounding.
std::optional<std::string> find_other_motion(const ScenarioDef& def, const RigidMotion& motion,
                                             const MovedRun& run);
// Fails where there is something.
void expect_same_motion(const ScenarioDef& def, const RigidMotion& motion, const MovedRun& run);

}  // namespace drover::test
