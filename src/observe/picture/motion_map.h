// How dense agents were and how fast they went, cell by cell, over a part of a run.
#pragma once

#include <optional>
#include <vector>

#include "core/enum_names.h"
#include "observe/picture/polyline.h"
#include "observe/record/trails.h"
#include "sim/geometry/bounds.h"
#include "sim/navigation/grid_frame.h"

namespace drover {

// density: agents per m^2, the mean over time; speed: m/s, the mean over the time that agents spent there.
DROVER_ENUM(MapQuantity, density, speed)

// What a map in a picture shows.
struct MapOptions {
  MapQuantity quantity = MapQuantity::density;
  std::optional<double> cell = {};  // side of a cell [m]; without: by the size of what is shown
};

struct MotionMap {
  GridFrame frame;
  std::vector<double> time;  // that agents spent in each cell, together [s]
  std::vector<double> way;   // that they went there, together [m]
  double duration = 0.0;     // of the part of the run [s]

  // Nothing of a cell that no agent was in.
  std::optional<double> value(MapQuantity quantity, CellIndex cell) const;
};

// The cells cover a part of the world; their borders lie at multiples of the cell size. Between two points of
// a trail an agent goes straight and evenly. `dt`: of a step; `duration`: of all that the trails show [s].
MotionMap motion_map(const Trails& trails, const Bounds& bounds, const Rectangle& part, double cell_size,
                     double dt, double duration);

}  // namespace drover
