// The drawn world of a picture: what stands in it, the trails and the agents, the layers and the labels.
#pragma once

#include "observe/picture/color.h"
#include "observe/picture/display_list.h"
#include "observe/picture/picture.h"
#include "observe/picture/picture_agents.h"
#include "observe/picture/picture_marks.h"
#include "observe/picture/picture_navigation.h"
#include "observe/picture/svg_document.h"

namespace drover {

// Unlike walls: behaviors do not see the border of the world.
inline constexpr Color kBorderColor{122, 158, 188};

// A map is not hidden by agents, unless their trails are asked for as well.
inline bool shows_agents(const PictureOptions& options) {
  return options.trails || !options.map;
}

// In the frame of the painter's projection. `box`: what is worth showing.
void draw_world(SvgDocument& svg, const World& scene, const DisplayList& display, const AgentPainter& painter,
                const PictureMarks& marks, const NavigationDrawing& navigation, const PictureOptions& options,
                const SceneBox& box);

}  // namespace drover
