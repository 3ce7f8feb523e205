#include "locomotion/registry.h"

#include <array>

#include "sim/kinds.h"

namespace drover {

extern const LocomotionKind kPointMass;
extern const LocomotionKind kScripted;

std::span<const Kind* const> locomotion_kinds() {
  static constexpr auto kKinds = std::to_array<const Kind*>({&kPointMass, &kScripted});
  return kKinds;
}

}  // namespace drover
