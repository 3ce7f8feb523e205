// Draws how agents find their ways.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "observe/picture/color.h"
#include "observe/picture/navigation_pictures.h"
#include "observe/picture/picture_frame.h"
#include "observe/picture/picture_labels.h"
#include "observe/picture/picture_view.h"
#include "observe/picture/svg_document.h"
#include "sim/geometry/bounds.h"

namespace drover {

// The path of a way over points, of which each is as seen from the one before; what lies beyond an edge of a
// world that wraps goes on at the other side.
std::string way_path(std::span<const Vec3> points, const Bounds& bounds, const Projection& projection);

// What lies below walls and obstacles, below agents, over their trails, and over everything; and what the
// legend says about all of it.
struct NavigationDrawing {
  SvgDocument cells, lines, ways, marks;
  std::int64_t block = 1;  // so many cells to a side are drawn as one, at most
  std::vector<LegendEntry> legend;
};

// `colors`: of the types.
NavigationDrawing draw_navigation(const NavigationPicture& picture, const Bounds& bounds,
                                  const Projection& projection, const std::vector<Color>& colors);

// The names of the nodes of graphs.
void label_graphs(SvgDocument& svg, const std::vector<GraphPicture>& graphs, const Projection& projection,
                  LabelPlacer& labels);

}  // namespace drover
