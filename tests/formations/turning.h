// Vectors turned and mirrored for tests of symmetry.
#pragma once

#include <vector>

#include "core/det_math.h"
#include "core/frame.h"

namespace drover::test {

// By 90 degrees to the left; exact.
inline Vec3 quarter_turned(Vec3 v) {
  return {-v.y, v.x, v.z};
}
// Left and right exchanged.
inline Vec3 mirrored(Vec3 v) {
  return {v.x, -v.y, v.z};
}

template <class Change>
std::vector<Vec3> changed(const std::vector<Vec3>& vectors, const Change& change) {
  std::vector<Vec3> result;
  for (const Vec3 v : vectors)
    result.push_back(change(v));
  return result;
}

inline double angle_of(Vec3 v) {
  return det::atan2(v.y, v.x);
}
inline Vec3 turned(Vec3 v, double angle) {
  return upright(unit_vector(angle)).vector(v);
}

}  // namespace drover::test
