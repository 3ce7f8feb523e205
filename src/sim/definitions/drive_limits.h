// What a body can do that goes along its heading, and how it moves.
#pragma once

#include <cmath>

#include "core/field_table.h"
#include "core/vec3.h"
#include "vehicles/planar_pose.h"
#include "vehicles/speed_step.h"

namespace drover {

// For actuators, and for behaviors that ask for no more than that (AgentView::drive_limits).
struct DriveLimits {
  SpeedLimits speeds;
  double min_turn_radius = 0.0;     // m; 0: it turns on the spot
  double turn_rate = kInfinity;     // rad/s
  double lateral_grip = kInfinity;  // of a turn: speed times rate [m/s^2]
  double axle = 0.0;  // so far behind its position is the point that moves along the heading [m]

  // The greatest rate of turn at a speed [rad/s]; wheels turn nothing that stands.
  double max_turn_rate(double speed) const {
    const double v = std::fabs(speed);
    const double by_wheels = min_turn_radius > 0.0 ? v / min_turn_radius : kInfinity;
    const double by_grip = v > 0.0 ? lateral_grip / v : kInfinity;
    return smaller(turn_rate, smaller(by_wheels, by_grip));
  }
  // The way until rest from a speed [m].
  double braking_distance(double speed) const { return speed * speed / (2.0 * speeds.brake); }
};

// The motion of such a body.
struct DrivenState {
  PlanarPose pose;
  double forward = 0.0;    // velocity along the heading, negative backward [m/s]
  double left = 0.0;       // and across it [m/s]
  double turn_rate = 0.0;  // rad/s
  double steer = 0.0;      // angle of the front wheel [rad]
};

// A behavior that drives itself asks for a velocity along the heading, negative backward, and a rate of turn:
// this one where it goes straight, so that drivers know that it does [rad/s].
inline constexpr double kDrivenTurn = 1e-12;

// What it is told (RequestUnit::drive).
struct DriveCommand {
  double speed = 0.0;      // wanted, along the heading [m/s]
  double turn_rate = 0.0;  // wanted [rad/s]
};

}  // namespace drover
