// Corners of a path that are rounded by arcs, as bodies on wheels need them.
#pragma once

#include <vector>

#include "sim/definitions/path_definitions.h"

namespace drover {

// A corner that has no room for an arc of the radius of the path.
struct NarrowCorner {
  std::size_t point;  // index
  double radius;      // that has room [m]
};

struct FilletedPath {
  std::vector<PathPointDef> points;
  std::vector<NarrowCorner> narrow;  // corners with smaller arcs, or none where there is no room at all
};

// Every corner between straight legs gets an arc of the radius `fillet` of the path, or the greatest that
// leaves half of both legs to the corners beside it. Arcs of the path stay.
FilletedPath with_fillets(const PathDef& path);

}  // namespace drover
