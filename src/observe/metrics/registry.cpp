#include "observe/metrics/registry.h"

#include <array>

#include "observe/metrics/metric.h"

namespace drover {

extern const MetricKind kCollisionsMetric;
extern const MetricKind kOverlapMetric;
extern const MetricKind kNearMissesMetric;
extern const MetricKind kClearanceMetric;
extern const MetricKind kNearestNeighborMetric;
extern const MetricKind kDistanceMetric;
extern const MetricKind kSpeedMetric;
extern const MetricKind kEffortMetric;
extern const MetricKind kArrivalsMetric;
extern const MetricKind kPathProgressMetric;
extern const MetricKind kPolarizationMetric;
extern const MetricKind kMillingMetric;
extern const MetricKind kExtentMetric;
extern const MetricKind kStuckMetric;

std::span<const Kind* const> metric_kinds() {
  static constexpr auto kKinds = std::to_array<const Kind*>({
      &kCollisionsMetric,
      &kOverlapMetric,
      &kNearMissesMetric,
      &kClearanceMetric,
      &kNearestNeighborMetric,
      &kDistanceMetric,
      &kSpeedMetric,
      &kEffortMetric,
      &kArrivalsMetric,
      &kPathProgressMetric,
      &kPolarizationMetric,
      &kMillingMetric,
      &kExtentMetric,
      &kStuckMetric,
  });
  return kKinds;
}

}  // namespace drover
