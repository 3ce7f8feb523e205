// In which unit the behaviors of an agent type are asked.
#pragma once

#include "sim/definitions/definitions.h"
#include "sim/definitions/kinds.h"

namespace drover {

// That of the body, unless the actuator says otherwise. Requires that both were read.
inline RequestUnit request_unit_of(const AgentTypeDef& type) {
  const RequestUnit body = static_cast<const LocomotionKind*>(type.locomotion.locomotion.kind)->takes;
  const KindBox& box = type.actuator.actuator;
  const auto& actuator = *static_cast<const ActuatorKind*>(box.kind);
  return actuator.request_unit == nullptr ? body : actuator.request_unit(box.params.get(), body);
}

}  // namespace drover
