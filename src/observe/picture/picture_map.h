// A map of density or speed in a picture: cells on a scale of colors. Cells that no agent was in stay blank.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "observe/picture/motion_map.h"
#include "observe/picture/picture_frame.h"
#include "observe/picture/svg_document.h"

namespace drover {

struct MapDrawing {
  SvgDocument cells;
  std::vector<LegendEntry> legend;
  std::string warning;  // empty: none
};

// Of the trails in view, seen from above. `from` to `duration`: what they show of the run [s].
MapDrawing draw_map(const MapOptions& options, const Trails& trails, const World& scene, double from,
                    double duration, const Projection& projection);

}  // namespace drover
