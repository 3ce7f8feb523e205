// Random grids for properties that hold on all of them.
#pragma once

#include <vector>

#include "core/random.h"
#include "sim/navigation/field_builder.h"
#include "sim/navigation/grid_map.h"

namespace drover {

struct RandomGrid {
  GridMap map;
  std::vector<FieldGoal> goals;  // some with a bias
};

struct RandomGridOptions {
  bool costs = true;
  bool thin_walls = true;  // along whole sides of cells
  bool one_way = false;    // some moves lead one way only
  bool biases = true;
};

// The round chooses connectivity, corner rule and whether it wraps.
RandomGrid random_grid(Draws& draws, int round, const RandomGridOptions& options);

}  // namespace drover
