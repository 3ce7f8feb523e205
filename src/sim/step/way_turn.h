// How a body that turns on circles takes the corners of a way: on the arc that touches both legs, as wide as
// the room at the corner allows. Own derivation, see vehicles/fillet.h.
#pragma once

#include <cmath>
#include <optional>

#include "sim/step/agent_view.h"
#include "vehicles/decision_arcs.h"
#include "vehicles/fillet.h"

namespace drover {

// The tightest circle of the body [m]; 0 for one that turns on the spot, and for those that go in any
// direction.
inline double circle_of_body(const AgentView& view, AgentIndex agent) {
  const std::optional<DriveLimits> limits = view.drive_limits(agent);
  return limits ? limits->min_turn_radius : 0.0;
}

// How far the tightest arc stays away from a right-angled corner [m]: R (sqrt 2 - 1).
inline double cut_of_circle(double radius) {
  return radius * (std::sqrt(2.0) - 1.0);
}

struct WayTurn {
  double tangent = 0.0;  // so far before the corner the arc begins [m]
  double speed = 0.0;    // on the arc [m/s]
};

// At a corner between legs into the directions `in` and `out`. The radius is that whose arc stays as far away
// from the corner as the tightest one from a right angle: gentle turns are wide, and fast. Turns of more than
// a right angle begin as early as a right angle: who began earlier would leave the way.
inline WayTurn turn_at_corner(const DriveLimits& limits, Vec3 in, Vec3 out) {
  const double cosine = larger(0.0, dot(in, out));
  // Of half of the turn.
  const double half_cos = std::sqrt(0.5 * (1.0 + cosine));
  const double half_tan = std::sqrt((1.0 - cosine) / (1.0 + cosine));
  if (half_tan < 1e-6) return {0.0, kInfinity};
  const double tightest = limits.min_turn_radius;
  const double radius = larger(tightest, cut_of_circle(tightest) * half_cos / (1.0 - half_cos));
  return {radius * half_tan, corner_speed(radius, limits.lateral_grip)};
}

}  // namespace drover
