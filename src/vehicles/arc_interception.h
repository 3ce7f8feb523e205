// When a vehicle that turns on circles meets a moving point: the time of interception with the length of an
// arc and a straight piece (arc_to_point) in place of the straight distance, and with the way of a vehicle
// that speeds up in place of speed times time. Own derivation.
#pragma once

#include <optional>

#include "vehicles/planar_pose.h"

namespace drover {

struct MovingPoint {
  Vec3 position{};  // [m]
  Vec3 velocity{};  // [m/s]
};

struct ArcDrive {
  double radius = 0.0;     // of the circle on which it turns, above 0 [m]
  double speed = 0.0;      // now, forward [m/s]
  double accel = 0.0;      // above 0 [m/s^2]
  double max_speed = 0.0;  // at least the speed [m/s]
};

// The least time T [s] in which the vehicle drives just as far as an arc and a straight piece to the place
// where the point then is. It turns to the side on which the point then is. No arc reaches points inside of
// the circle of that side: one that is there is met after it has left, if it leaves within 0.5 s. None for
// points that stay longer, whose distance the vehicle itself has to change, for points that come out of the
// circle before the vehicle, which cannot wait for them, and for points that are never met.
std::optional<double> arc_interception(const PlanarPose& start, const MovingPoint& point,
                                       const ArcDrive& drive);

}  // namespace drover
