// Ground with heights and platforms as they are seen from the side or from a corner: their tops, and the
// sides of those that are filled below.
#pragma once

#include "observe/picture/picture_view.h"
#include "observe/picture/svg_document.h"
#include "sim/state/world.h"

namespace drover {

// Around all tops, wherever platforms go; empty, with its low corner above the high one, where there are
// none.
SceneBox box_of_heights(const World& scene);

// Platforms are where they are in the state of the scene.
void draw_tops(SvgDocument& svg, const World& scene, const Projection& projection);

}  // namespace drover
