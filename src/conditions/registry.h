// All conditions.
#pragma once

#include <span>

#include "core/kind.h"

namespace drover {

std::span<const Kind* const> condition_kinds();

}  // namespace drover
