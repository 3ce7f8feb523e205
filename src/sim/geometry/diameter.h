// The greatest distance between two points of a set.
#pragma once

#include <span>

#include "core/vec3.h"

namespace drover {

// Its square [m^2]; 0 for fewer than two points. Takes n log n steps.
double squared_diameter(std::span<const Vec3> points);

}  // namespace drover
