#include "sim/build/placements/registry.h"

#include <array>

#include "sim/definitions/kinds.h"

namespace drover {

extern const PlacementKind kPointsPlacement;
extern const PlacementKind kGridPlacement;
extern const PlacementKind kLinePlacement;
extern const PlacementKind kDiscPlacement;
extern const PlacementKind kRingPlacement;
extern const PlacementKind kRectanglePlacement;

std::span<const Kind* const> placement_kinds() {
  static constexpr auto kKinds = std::to_array<const Kind*>({
      &kPointsPlacement,
      &kGridPlacement,
      &kLinePlacement,
      &kDiscPlacement,
      &kRingPlacement,
      &kRectanglePlacement,
  });
  return kKinds;
}

}  // namespace drover
