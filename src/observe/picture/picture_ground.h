// The ground in pictures: light fills, one color for each effect, and arrows where it has a direction.
#pragma once

#include "observe/picture/picture_view.h"
#include "observe/picture/svg_document.h"
#include "sim/state/world.h"

namespace drover {

// The outline of a region as an element: a circle or a path, with attributes before and behind its own.
void draw_region(SvgDocument& svg, const Shape& region, const Projection& projection,
                 std::string_view before = {}, std::string_view behind = {});

// An arrowhead with its tip at `tip`; `along` is unit, in pixels.
std::string arrowhead(Vec2 tip, Vec2 along, double size);

void draw_ground(SvgDocument& svg, const World& scene, const Projection& projection);

}  // namespace drover
