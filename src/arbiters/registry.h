// All arbiters.
#pragma once

#include <span>

#include "sim/definitions/kinds.h"

namespace drover {

std::span<const ArbiterKind* const> arbiter_kinds();

}  // namespace drover
