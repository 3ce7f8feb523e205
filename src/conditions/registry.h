// All conditions: those of this folder, and that a quantity is below or above a threshold.
#pragma once

#include <span>

#include "sim/definitions/kinds.h"

namespace drover {

std::span<const ConditionKind* const> condition_kinds();

}  // namespace drover
