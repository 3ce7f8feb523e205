#include "actuators/registry.h"

#include <array>

#include "sim/definitions/kinds.h"

namespace drover {

extern const ActuatorKind kNoActuator;

std::span<const Kind* const> actuator_kinds() {
  static constexpr auto kKinds = std::to_array<const Kind*>({&kNoActuator});
  return kKinds;
}

}  // namespace drover
