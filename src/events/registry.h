// All events.
#pragma once

#include <span>

#include "core/kind.h"

namespace drover {

std::span<const Kind* const> event_kinds();

}  // namespace drover
