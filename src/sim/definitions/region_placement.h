// The placement in a region, which what places agents looks at: its kind alone does not know the region.
#pragma once

#include <string_view>

#include "core/target.h"

namespace drover {

inline constexpr std::string_view kRegionPlacementName = "region";

struct RegionPlacementDef {
  Reference region{ReferenceType::region, {}, kNoIndex};
};

}  // namespace drover
