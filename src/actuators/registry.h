// All actuators.
#pragma once

#include <span>

#include "core/kind.h"

namespace drover {

std::span<const Kind* const> actuator_kinds();

}  // namespace drover
