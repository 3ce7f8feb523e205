#include "measures/registry.h"

#include "sim/definitions/kinds.h"

namespace drover {

// clang-format off: one kind per line
DROVER_KINDS(measure_kinds, MeasureKind, kDistanceMeasure, kNeighborCountMeasure, kSpeedMeasure, kTimeMeasure,
             kTimeInModeMeasure, kTimeToCollisionMeasure)
// clang-format on

}  // namespace drover
