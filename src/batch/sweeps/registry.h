// All sweeps, in the order in which lists and the reference show them.
#pragma once

#include <span>

#include "core/kind.h"

namespace drover {

std::span<const Kind* const> sweep_kinds();

}  // namespace drover
