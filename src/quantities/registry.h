// All quantities.
#pragma once

#include <span>

#include "sim/definitions/kinds.h"

namespace drover {

std::span<const QuantityKind* const> quantity_kinds();

}  // namespace drover
