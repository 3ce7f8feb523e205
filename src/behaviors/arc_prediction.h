// How far ahead an agent looks that turns on circles: see vehicles/arc_interception.h and seek_and_arrive.md.
#pragma once

#include <cmath>
#include <optional>

#include "sim/step/agent_view.h"
#include "vehicles/arc_interception.h"

namespace drover {

// The circle on which a body turns at a speed [m].
inline double circle_at(const DriveLimits& limits, double speed) {
  if (!(speed > 0.0)) return limits.min_turn_radius;
  return larger(limits.min_turn_radius, speed / limits.max_turn_rate(speed));
}

// The time [s] after which the agent meets a target that keeps its velocity, on an arc of the circle of its
// present speed and a straight line. None for bodies without a circle, and where it does not meet the target
// so.
inline std::optional<double> arc_meeting_time(const TargetState& target, const AgentView& view,
                                              AgentIndex agent) {
  const std::optional<DriveLimits> limits = view.drive_limits(agent);
  if (!limits || limits->min_turn_radius == 0.0) return std::nullopt;
  const Vec3 heading = view.heading(agent);
  const double max_speed = limits->speeds.max_speed;
  const double speed = clamp(dot(view.velocity(agent), heading), 0.0, max_speed);
  return arc_interception({heading * -limits->axle, heading}, {target.displacement, target.velocity},
                          {.radius = circle_at(*limits, speed),
                           .speed = speed,
                           .accel = limits->speeds.accel,
                           .max_speed = max_speed});
}

}  // namespace drover
