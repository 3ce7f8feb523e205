// Trails from a trace file.
#pragma once

#include <cstdint>
#include <istream>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "observe/read/row_parser.h"
#include "observe/record/trails.h"
#include "sim/state/world.h"

namespace drover {

// The steps whose rows become trails, both included.
struct TraceWindow {
  std::int64_t first = std::numeric_limits<std::int64_t>::min();
  std::int64_t last = std::numeric_limits<std::int64_t>::max();
};

struct TraceReading {
  Trails trails;                        // of the window
  std::int64_t rows = 0;                // of the whole trace
  std::int64_t end_step = 0;            // of the latest row of the whole trace
  std::int64_t last_step = 0;           // of the latest row in the window; 0 without a step column
  std::optional<double> last_time;      // of the latest row in the window [s]
  std::vector<std::string> notes;       // for people: what was left out, and why
  std::optional<TraceProblem> problem;  // the trails then end before that line
};

// Reads a trace as CSV or JSON Lines. Needs the columns agent (its number, or its name in the scene), x, y,
// and step or time; uses z, type, and for the last heading hx, hy and hz, or the quaternion qw, qx, qy, qz,
// or heading, or vx, vy and vz. Rows may come in any order. A file that was cut off in the middle of its last
// line is read up to there.
//
// Radii, types and colors come from the scene; a world without agents will do. A trace does not say where
// events put agents somewhere else; what is written beside it does, as `cuts`.
TraceReading read_trace(std::istream& input, const World& scene, const TrailLimits& limits = {},
                        std::span<const TrailCut> cuts = {}, const TraceWindow& window = {});

}  // namespace drover
