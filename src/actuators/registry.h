// All actuators.
#pragma once

#include <span>

#include "sim/definitions/kinds.h"

namespace drover {

std::span<const ActuatorKind* const> actuator_kinds();

}  // namespace drover
