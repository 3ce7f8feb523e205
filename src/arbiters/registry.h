// All arbiters.
#pragma once

#include <span>

#include "core/kind.h"

namespace drover {

std::span<const Kind* const> arbiter_kinds();

}  // namespace drover
