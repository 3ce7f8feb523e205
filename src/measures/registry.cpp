#include "measures/registry.h"

#include <array>

#include "sim/definitions/kinds.h"

namespace drover {

extern const MeasureKind kDistanceMeasure;
extern const MeasureKind kNeighborCountMeasure;
extern const MeasureKind kSpeedMeasure;
extern const MeasureKind kTimeMeasure;
extern const MeasureKind kTimeInModeMeasure;
extern const MeasureKind kTimeToCollisionMeasure;

std::span<const Kind* const> measure_kinds() {
  static constexpr auto kKinds = std::to_array<const Kind*>({
      &kDistanceMeasure,
      &kNeighborCountMeasure,
      &kSpeedMeasure,
      &kTimeMeasure,
      &kTimeInModeMeasure,
      &kTimeToCollisionMeasure,
  });
  return kKinds;
}

}  // namespace drover
