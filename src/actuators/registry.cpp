#include "actuators/registry.h"

#include "sim/definitions/kinds.h"

namespace drover {

DROVER_KINDS(actuator_kinds, ActuatorKind, kNoActuator, kCapabilitySearchActuator, kCarActuator,
             kHumanActuator, kMotorbikeActuator, kOutputFilterActuator, kTankActuator)

}  // namespace drover
