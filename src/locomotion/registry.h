// All locomotion models.
#pragma once

#include <span>

#include "core/kind.h"

namespace drover {

std::span<const Kind* const> locomotion_kinds();

}  // namespace drover
