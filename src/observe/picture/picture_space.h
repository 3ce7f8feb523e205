// What pictures of space show that is not seen from above: the edges of the world, and of isometric ones the
// ground with its grid and axes.
#pragma once

#include "observe/picture/picture_agents.h"
#include "observe/picture/picture_view.h"
#include "observe/picture/svg_document.h"
#include "sim/state/world.h"

namespace drover {

// The height of the ground that a box stands on: 0 where that is near its lower side [m].
double ground_of(const SceneBox& box);

// The grid on the ground and the axes at its edges, with numbers in meters.
void draw_isometric_axes(SvgDocument& svg, const SceneBox& box, const Projection& projection);

// The edges of a bounded world.
void draw_bounds_in_space(SvgDocument& svg, const Bounds& bounds, const Projection& projection);

// Lines from the agents down to the ground, which show where above it they are.
void draw_plumb_lines(SvgDocument& svg, const AgentPainter& painter, double ground);

}  // namespace drover
