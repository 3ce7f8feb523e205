#include "sim/geometry/region.h"

#include <utility>

#include "sim/geometry/defined_shape.h"
#include "sim/geometry/depth_bound.h"

namespace drover {

Region::Region(std::string region_name, const RegionDef& def)
    : name(std::move(region_name)), shape(shape_of(def)), greatest_depth(depth_bound(shape)) {}

}  // namespace drover
