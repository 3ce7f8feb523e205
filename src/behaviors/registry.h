// All behaviors.
#pragma once

#include <span>

#include "core/kind.h"

namespace drover {

std::span<const Kind* const> behavior_kinds();

}  // namespace drover
