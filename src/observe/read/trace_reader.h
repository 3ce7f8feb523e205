// Trails from a trace file.
#pragma once

#include <cstdint>
#include <istream>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "observe/read/row_parser.h"
#include "observe/record/trails.h"
#include "sim/state/world.h"

namespace drover {

struct TraceReading {
  Trails trails;
  std::int64_t rows = 0;
  std::int64_t last_step = 0;           // of the latest row; 0 without a step column
  std::optional<double> last_time;      // of the latest row [s]
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
                        std::span<const TrailCut> cuts = {});

}  // namespace drover
