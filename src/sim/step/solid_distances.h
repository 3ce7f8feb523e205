// How far each body is from what does not move, from step to step. Most bodies are far from everything in
// most steps: one that stays within the distance that was found once can touch nothing, and is not tested
// again.
#pragma once

#include <cstddef>
#include <vector>

#include "core/parameter.h"
#include "sim/geometry/body_sweep.h"

namespace drover {

class SolidDistances {
 public:
  // Of so many bodies, which are in one world: one that does not wrap, and where nothing appears or vanishes.
  void resize(std::size_t bodies) { places_.resize(bodies); }

  // Whether it is certain that a body is clear of solids wherever it is on the straight way from `from` to
  // `to`; it may be so without. Several threads may ask for different bodies at a time.
  bool is_clear(const StaticGeometry& geometry, AgentIndex body, Vec3 from, Vec3 to, double radius,
                Solids solids);

 private:
  // No solid is nearer to the point than the distance [m]; if it was met, one is as near as that.
  struct Place {
    Vec3 point;
    double distance = 0.0;
    bool is_met = false;
  };

  std::vector<Place> places_;  // by body
};

}  // namespace drover
