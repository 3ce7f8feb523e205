#include "vehicles/planar_pose.h"

#include <cmath>

#include "core/det_math.h"

namespace drover {

PlanarPose travel_turn(const PlanarPose& pose, double way, double turn) {
  constexpr double kSmallAngle = 1e-4;
  const Frame frame = upright(pose.heading);
  const double half_turn = 0.5 * turn;
  const double sinc = std::fabs(half_turn) < kSmallAngle ? 1.0 - half_turn * half_turn / 6.0
                                                         : det::sin(half_turn) / half_turn;
  const Vec3 chord = frame.turned(half_turn) * (way * sinc);
  return {pose.position + chord, frame.turned(turn)};
}

PlanarPose travel_arc(const PlanarPose& pose, double way, double curvature) {
  return travel_turn(pose, way, curvature * way);
}

}  // namespace drover
