// The placement in a region, which what places agents looks at: its kind alone does not know the region.
#pragma once

#include <string_view>

#include "core/target.h"
#include "sim/definitions/kinds.h"

namespace drover {

inline constexpr std::string_view kRegionPlacementName = "region";

struct RegionPlacementDef {
  Reference region{ReferenceType::region, {}, kNoIndex};
};

// Whether places are drawn in an area, a region's or the kind's own: else they are fixed, up to jitter.
inline bool has_area(const PlacementKind& kind) {
  return kind.area != nullptr || kind.name == kRegionPlacementName;
}

// The same of a definition, jitter included.
template <class Placement>
bool is_random(const Placement& def) {
  return has_area(*def.placement.get()) || def.jitter > 0.0;
}

}  // namespace drover
