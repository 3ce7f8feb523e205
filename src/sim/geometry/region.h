// A part of the plane that has a name. Regions do not wrap.
#pragma once

#include <string>

#include "sim/definitions/definitions.h"
#include "sim/geometry/shape.h"

namespace drover {

struct Region {
  Region(std::string region_name, const RegionDef& def);

  std::string name;
  Shape shape;            // solid: its border belongs to the region
  double greatest_depth;  // no point is farther inside; of a polygon from above, by less than half of it [m]
};

}  // namespace drover
