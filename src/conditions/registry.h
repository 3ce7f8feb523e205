// All conditions: those of this folder, and that a quantity is below or above a threshold.
#pragma once

#include <span>

#include "core/kind.h"

namespace drover {

std::span<const Kind* const> condition_kinds();

}  // namespace drover
