#include "locomotion/registry.h"

#include <array>

#include "sim/definitions/kinds.h"

namespace drover {

extern const LocomotionKind kKinematic;
extern const LocomotionKind kOriented;
extern const LocomotionKind kPointMass;
extern const LocomotionKind kRigidBody2d;
extern const LocomotionKind kScripted;

std::span<const Kind* const> locomotion_kinds() {
  static constexpr auto kKinds =
      std::to_array<const Kind*>({&kKinematic, &kOriented, &kPointMass, &kRigidBody2d, &kScripted});
  return kKinds;
}

}  // namespace drover
