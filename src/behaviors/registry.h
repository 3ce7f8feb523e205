// All behaviors.
#pragma once

#include <span>

#include "sim/definitions/kinds.h"

namespace drover {

std::span<const BehaviorKind* const> behavior_kinds();

}  // namespace drover
