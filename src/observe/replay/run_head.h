// What a replay page says of a run beside its samples: see FORMAT.md.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "observe/picture/display_list.h"
#include "observe/replay/replay.h"
#include "sim/state/world.h"

namespace drover {

// Without the number of escapes. `unit`: of positions [m].
nlohmann::ordered_json run_head(const Replay& replay, const World& scene, const DisplayList& display,
                                double unit);

}  // namespace drover
