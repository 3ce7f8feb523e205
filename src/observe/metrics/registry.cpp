#include "observe/metrics/registry.h"

#include "observe/metrics/metric.h"

namespace drover {

// In the order in which lists and the reference show them.
DROVER_KINDS(metric_kinds, MetricKind, kCollisionsMetric, kOverlapMetric, kNearMissesMetric, kClearanceMetric,
             kNearestNeighborMetric, kDistanceMetric, kSpeedMetric, kEffortMetric, kSmoothnessMetric,
             kArrivalsMetric, kGoalsMetric, kPathProgressMetric, kNavigationMetric, kPolarizationMetric,
             kMillingMetric, kExtentMetric, kStuckMetric, kQuantityMetric, kFormationMetric,
             kLineCrossingsMetric, kAreaMetric, kEvacuationMetric, kPopulationMetric, kProjectilesMetric,
             kThroughputMetric, kWaitingMetric, kLaneOrderMetric, kPushedOutMetric, kFallsMetric,
             kJumpsMetric)

}  // namespace drover
