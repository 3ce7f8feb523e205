// What the decisions of drivers are made from, and what they come to.
#pragma once

#include "core/det_math.h"
#include "core/enum_names.h"
#include "core/frame.h"
#include "vehicles/planar_pose.h"

namespace drover {

// What a driver is doing: going forward; backing to what is behind; making room for a turn, backward or
// ahead.
DROVER_ENUM(Gear, drive, reverse, back, ahead)

// Where to go, as seen from the body.
struct DriveGoal {
  double bearing = 0.0;   // left positive, in (-pi, pi]; exactly behind is left [rad]
  double distance = 0.0;  // [m]
  double forward = 0.0;   // the same point by its parts [m]
  double left = 0.0;
};

// The bearing of a goal as seen from one that looks backward; antisymmetric to the bit [rad].
inline double bearing_from_behind(double bearing) {
  return bearing > 0.0 ? bearing - det::kPi : bearing + det::kPi;
}

// Without a point to go to, where the wanted velocity leads within 2 s stands for it.
inline constexpr double kGoalTime = 2.0;

inline DriveGoal drive_goal(double forward, double left) {
  const Vec3 offset{forward, left, 0.0};
  return {det::atan2(left, forward), length(offset), forward, left};
}
inline DriveGoal drive_goal(const PlanarPose& pose, Vec3 point) {
  const Vec3 offset = in_body_frame(pose, point);
  return drive_goal(offset.x, offset.y);
}

// Wanted speeds up to this are a request to come to rest [m/s].
inline constexpr double kRestRequest = 1e-4;

// Gains of the turn rate, per angle between heading and goal [1/s].
inline constexpr double kTurnGain = 3.0;

// The turn rate is not limited yet: what limits it is the speed that the body will have.
struct DriveOrder {
  Gear gear = Gear::drive;
  double speed = 0.0;      // wanted, negative backward [m/s]
  double turn_rate = 0.0;  // wanted, left positive [rad/s]
};

}  // namespace drover
