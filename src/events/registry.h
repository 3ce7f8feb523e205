// All events.
#pragma once

#include <span>

#include "sim/definitions/kinds.h"

namespace drover {

std::span<const EventKind* const> event_kinds();

}  // namespace drover
