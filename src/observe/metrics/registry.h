// All metrics.
#pragma once

#include <span>

#include "core/kind.h"

namespace drover {

// Every one is a MetricKind.
std::span<const Kind* const> metric_kinds();

}  // namespace drover
