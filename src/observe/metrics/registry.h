// All metrics.
#pragma once

#include <span>

#include "observe/metrics/metric.h"

namespace drover {

std::span<const MetricKind* const> metric_kinds();

}  // namespace drover
