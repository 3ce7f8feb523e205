// What lies within an angle of view.
#pragma once

#include "core/det_math.h"
#include "core/vec3.h"

namespace drover {

// What is exactly at the edge of the view is seen, also where the angle was rounded.
inline constexpr double kViewSlack = 1e-12;

// Whether a displacement lies within the whole angle `fov` [rad] around a heading. What is at the same place
// is in view, and whoever has no heading looks everywhere.
inline bool is_in_view(Vec3 heading, Vec3 displacement, double fov) {
  const Vec3 toward = direction(displacement);
  if (toward == Vec3{} || heading == Vec3{}) return true;
  return clamp(dot(heading, toward), -1.0, 1.0) >= det::cos(0.5 * fov) - kViewSlack;
}

}  // namespace drover
