// Where a body of the plane is and which way it looks, and its motion along a circle.
#pragma once

#include "core/frame.h"
#include "core/vec3.h"

namespace drover {

struct PlanarPose {
  Vec3 position{};              // [m]
  Vec3 heading{1.0, 0.0, 0.0};  // of unit length
};

// A point of the world as seen from the pose [m]: x ahead, y to the left.
inline Vec3 in_body_frame(const PlanarPose& pose, Vec3 point) {
  const Frame frame = upright(pose.heading);
  const Vec3 offset = point - pose.position;
  return {dot(frame.forward, offset), frame.left_part(offset), 0.0};
}

// The pose after a way s [m], negative backward, along a circle of curvature k [1/m], positive to the left:
//   x += s sinc(k s / 2) dir(psi + k s / 2)          psi += k s
// The chord of the arc is exact for any way, so that steps add up to a circle and not to a polygon. sinc q is
// sin q / q, and 1 - q^2 / 6 below 1e-4, where both agree to the last bit.
PlanarPose travel_arc(const PlanarPose& pose, double way, double curvature);
// The same for a way and a turn [rad], which may turn on the spot.
PlanarPose travel_turn(const PlanarPose& pose, double way, double turn);

}  // namespace drover
