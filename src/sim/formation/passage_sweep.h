// What a formation looks at for passages, for those who look on.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/formation/formation_scratch.h"

namespace drover {

// A disc half as wide as the present pattern goes over the points, from the rear of the formation to where
// its front comes to a halt. In a world that wraps, they go on beyond the edges.
struct PassageSweep {
  std::vector<Vec3> points;  // [m]
  double half_width = 0.0;   // [m]
  bool is_held = false;      // something on the way limits the speed
};

// Of a formation that changes its pattern before narrow passages. `points_ahead`: of the way of its anchor,
// as for Formations::set_points_ahead.
PassageSweep passage_sweep(const World& world, std::uint32_t formation, const FormationScratch& scratch,
                           std::span<const Vec3> points_ahead);

}  // namespace drover
