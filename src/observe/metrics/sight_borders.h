// What ends the sight from a point: walls and the borders of obstacles, as straight sides.
#pragma once

#include <vector>

#include "sim/geometry/static_geometry.h"

namespace drover {

// Calls visit(offset) [m] for each place a thing appears at: its own and, in a world that wraps, those of its
// eight images around.
template <class Visit>
void visit_images(const Bounds& bounds, Visit&& visit) {
  const double images = bounds.wraps() ? 1.0 : 0.0;
  for (double column = -images; column <= images; column += 1.0) {
    for (double row = -images; row <= images; row += 1.0)
      visit(Vec3{column * bounds.size().x, row * bounds.size().y, 0.0});
  }
}

struct SightBorder {
  double distance2;  // from the point asked about [m^2]
  Vec3 a, b;         // relative to that point [m]
};

// Finds the sides with a point within `reach` [m] of p, ordered by their distance and then by their ends: an
// order that depends neither on cells of grids nor on that of the scenario. Of a solid obstacle those that
// face p, of one that p is in none; a hollow one and a wall have two faces. What is round counts as 32 chords
// (64 from inside) of the part within reach, which are off by less than 1/800 of the radius and by less than
// reach^2 / (800 radius). In a world that wraps, images of obstacles take part; walls have none.
void find_sight_borders(const StaticGeometry& geometry, Vec3 p, double reach,
                        std::vector<SightBorder>& found);

}  // namespace drover
