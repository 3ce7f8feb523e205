// In which unit the behaviors of an agent type are asked.
#pragma once

#include "sim/definitions/definitions.h"
#include "sim/definitions/kinds.h"

namespace drover {

// That of the body, unless the actuator says otherwise; accelerations of a body that is driven. Requires that
// both were read.
inline RequestUnit request_unit_of(const AgentTypeDef& type) {
  const RequestUnit takes = type.locomotion.locomotion->takes;
  const RequestUnit body = takes == RequestUnit::drive ? RequestUnit::acceleration : takes;
  const Boxed<ActuatorKind>& actuator = type.actuator.actuator;
  return actuator->request_unit == nullptr ? body : actuator->request_unit(actuator.params.get(), body);
}

}  // namespace drover
