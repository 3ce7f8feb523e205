// Whether corners make a polygon. Which side of a line a corner lies on is found without rounding, so there
// is no tolerance.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "core/vec3.h"

namespace drover {

// The indices of the corners that differ from the one before; the last one that equals the first is dropped
// too.
std::vector<std::size_t> distinct_corners(std::span<const Vec3> corners);

// The corners without repeated ones.
std::vector<Vec3> without_repeats(std::span<const Vec3> corners);

// Whether all corners lie on one line.
bool lie_on_one_line(std::span<const Vec3> corners);

// Two edges, by the corners they start at.
struct EdgePair {
  std::size_t first, second;
};

// Two edges that share a point, other than the corner between neighbors, the first of them in order where one
// edge meets several; nothing of a simple polygon. At least three corners, none repeated one after the other.
// The cost is that of sorting the corners.
std::optional<EdgePair> find_crossing(std::span<const Vec3> corners);

}  // namespace drover
