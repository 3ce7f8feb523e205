// A run of a replay page as it stands in the page: see FORMAT.md.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "observe/picture/display_list.h"
#include "observe/replay/replay.h"
#include "sim/state/world.h"

namespace drover {

// Before it is compressed. The scene gives the bounds; the same arguments give the same bytes.
std::vector<std::uint8_t> run_block(const Replay& replay, const World& scene, const DisplayList& display);

}  // namespace drover
