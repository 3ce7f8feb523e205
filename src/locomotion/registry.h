// All locomotion models.
#pragma once

#include <span>

#include "sim/definitions/kinds.h"

namespace drover {

std::span<const LocomotionKind* const> locomotion_kinds();

}  // namespace drover
