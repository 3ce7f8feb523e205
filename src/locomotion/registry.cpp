#include "locomotion/registry.h"

#include "sim/definitions/kinds.h"

namespace drover {

// clang-format off: one kind per line
DROVER_KINDS(locomotion_kinds, LocomotionKind, kKinematic, kOriented, kPointMass, kRigidBody2d, kScripted)
// clang-format on

}  // namespace drover
