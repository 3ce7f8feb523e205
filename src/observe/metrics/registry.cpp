#include "observe/metrics/registry.h"

#include "observe/metrics/metric.h"

namespace drover {

// clang-format off: one kind per line
DROVER_KINDS(metric_kinds, MetricKind, kCollisionsMetric, kOverlapMetric, kNearMissesMetric, kClearanceMetric,
             kNearestNeighborMetric, kDistanceMetric, kSpeedMetric, kEffortMetric, kArrivalsMetric,
             kPathProgressMetric, kPolarizationMetric, kMillingMetric, kExtentMetric, kStuckMetric,
             kQuantityMetric)
// clang-format on

}  // namespace drover
