// All actions.
#pragma once

#include <span>

#include "sim/definitions/kinds.h"

namespace drover {

std::span<const ActionKind* const> action_kinds();

}  // namespace drover
