// The display list of a world: what stands in it, and where a run measures.
#pragma once

#include <span>
#include <string>

#include "observe/picture/display_list.h"
#include "sim/state/world.h"

namespace drover {

struct MeasurementPicture {
  std::string name;    // of the metric
  std::string region;  // a region of the world; empty: the line
  Vec3 from, to;       // m
};

// What is absent at present is in the list, too. Platforms and places of cover are those of the present
// state.
DisplayList world_display(const World& scene, std::span<const MeasurementPicture> measurements = {});

bool is_present(const World& scene, const DisplayDoor& door);

}  // namespace drover
