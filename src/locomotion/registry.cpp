#include "locomotion/registry.h"

#include "sim/definitions/kinds.h"

namespace drover {

// In the order in which lists and the reference show them.
DROVER_KINDS(locomotion_kinds, LocomotionKind, kKinematic, kOriented, kPointMass, kRigidBody2d, kScripted,
             kBankTurn, kBicycle, kDifferentialDrive, kTwoTrack, kUnicycle)

}  // namespace drover
