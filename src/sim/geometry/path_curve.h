// Curved paths as polylines: every vertex lies on the curve and knows the arc length of the curve there, so
// that what is measured along the path is measured along the curve.
#pragma once

#include <vector>

#include "sim/definitions/path_definitions.h"

namespace drover {

struct SampledPath {
  std::vector<Vec3> points;     // a closed path does not repeat the first one
  std::vector<double> lengths;  // of the curve, from the first point to each [m]
  double length = 0.0;          // of the whole, with the way back to the first point where it is closed [m]
};

inline constexpr std::size_t kMaxPathPoints = 1'000'000;

// At least one point. Points that repeat the one before are left out. Arcs are divided evenly, so that no
// chord is farther from its arc than the tolerance; Catmull-Rom curves are halved until the curve is within
// it. Beyond kMaxPathPoints it ends early, with more points than that.
SampledPath sample_path(const PathDef& def);

}  // namespace drover
