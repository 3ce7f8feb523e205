// Draws items of a display list into a picture, from any side, in the style of their classes.
#pragma once

#include <initializer_list>
#include <string>

#include "observe/picture/color.h"
#include "observe/picture/display_list.h"
#include "observe/picture/picture_view.h"
#include "observe/picture/svg_document.h"
#include "sim/state/world.h"

namespace drover {

// Of the lines and borders of a class.
Color display_color(DisplayClass kind);

// An arrowhead with its tip at `tip`; `along` is unit, in pixels.
std::string arrowhead(Vec2 tip, Vec2 along, double size);

// Draws the items of these classes: from above in the order of the list, from other sides the farthest
// first. What is absent in the scene has broken lines and no filling. Texts are left to LabelPlacer.
void draw_items(SvgDocument& svg, const DisplayList& list, const World& scene, const Projection& projection,
                std::initializer_list<DisplayClass> classes);

}  // namespace drover
