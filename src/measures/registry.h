// All measures.
#pragma once

#include <span>

#include "core/kind.h"

namespace drover {

std::span<const Kind* const> measure_kinds();

}  // namespace drover
