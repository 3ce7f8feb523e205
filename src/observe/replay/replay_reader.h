// A replay from the rows of a trace.
#pragma once

#include <cstdint>
#include <istream>
#include <optional>
#include <span>

#include "observe/read/row_parser.h"
#include "observe/replay/replay.h"
#include "sim/state/world.h"

namespace drover {

struct ReplayReading {
  Replay replay;
  std::int64_t rows = 0;
  std::optional<TraceProblem> problem = {};  // the replay then ends before that line
};

// Reads what MotionRows reads. Radii, names, types and colors come from the scene. Where events put agents
// somewhere else is told by `cuts`.
ReplayReading read_replay_rows(std::istream& input, const World& scene, std::span<const TrailCut> cuts,
                               const FrameLimits& limits = {});

}  // namespace drover
