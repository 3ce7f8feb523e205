// What stands where a body would be, for messages.
#pragma once

#include <optional>
#include <string_view>

#include "sim/geometry/static_geometry.h"

namespace drover {

struct StaticBlocker {
  enum class Kind { obstacle, wall };
  Kind kind;
  std::string_view id;  // empty where it has none
};

// The first obstacle, else the first wall that a circle overlaps; nothing where it is clear.
std::optional<StaticBlocker> static_blocker(const StaticGeometry& geometry, Vec3 center, double radius);

}  // namespace drover
