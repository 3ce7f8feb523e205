// Which color each agent type of a picture has.
#pragma once

#include <vector>

#include "observe/picture/color.h"
#include "observe/record/trails.h"

namespace drover {

// By index of the type; no two types that have agents share one. A color that the scenario says is kept as
// it is; types that repeat it get other shades of it. The others take their place in the palette, or a later
// one where that looks like a color of the scenario.
std::vector<Color> type_colors(const Trails& trails);

}  // namespace drover
