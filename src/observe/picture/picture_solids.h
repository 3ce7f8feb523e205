// Solids and triangles in space, as they are seen from any side.
#pragma once

#include "observe/picture/picture_view.h"
#include "observe/picture/svg_document.h"
#include "sim/state/world.h"

namespace drover {

// The farthest from the viewer first.
void draw_space_solids(SvgDocument& svg, const World& scene, const Projection& projection);

}  // namespace drover
