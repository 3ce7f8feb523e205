// Ground with heights and platforms as bodies: their tops, and down to where their sides reach.
#pragma once

#include <vector>

#include "observe/picture/picture_view.h"
#include "sim/state/world.h"

namespace drover {

struct HeightTop {
  std::vector<Vec3> surface;  // the corners of the top [m]
  bool has_sides = false;     // down to height 0, or up to it from a pit
  bool is_platform = false;

  Vec3 middle() const;  // m
};

// In file order, platforms last, where they are in the state of the scene.
std::vector<HeightTop> height_tops(const World& scene);

// Around all tops, wherever platforms go; empty, with its low corner above the high one, where there are
// none.
SceneBox box_of_heights(const World& scene);

}  // namespace drover
