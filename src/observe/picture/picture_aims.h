// What agents go for and probe, drawn over their last positions.
#pragma once

#include <cstdint>
#include <vector>

#include "observe/picture/color.h"
#include "observe/picture/picture_view.h"
#include "observe/picture/svg_document.h"
#include "sim/definitions/aims.h"

namespace drover {

// The aims of one behavior of an agent.
struct AgentAims {
  Vec3 position;           // of the agent [m]
  std::uint32_t type = 0;  // index of its agent type
  Aims aims;
};

// Crosses at points, with a line from the agent; circles, feelers and outlines as they are.
void draw_aims(SvgDocument& svg, const std::vector<AgentAims>& agents, const Projection& projection,
               const std::vector<Color>& colors);

}  // namespace drover
