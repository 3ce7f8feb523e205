// All quantities.
#pragma once

#include <span>

#include "core/kind.h"

namespace drover {

std::span<const Kind* const> quantity_kinds();

}  // namespace drover
