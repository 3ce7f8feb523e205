// The test whether a displacement lies within a field of view.
#pragma once

#include "core/det_math.h"
#include "core/vec3.h"

namespace drover {

// Directions exactly at the edge are in view although the angle is rounded.
inline constexpr double kViewSlack = 1e-12;

// Whether a displacement lies within the whole angle `fov` [rad] around a heading. The zero displacement is
// in view, and everything is in view of an agent without a heading.
inline bool is_in_view(Vec3 heading, Vec3 displacement, double fov) {
  const Vec3 toward = direction(displacement);
  if (toward == Vec3{} || heading == Vec3{}) return true;
  return clamp(dot(heading, toward), -1.0, 1.0) >= det::cos(0.5 * fov) - kViewSlack;
}

}  // namespace drover
