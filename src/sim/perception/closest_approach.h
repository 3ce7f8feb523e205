// The closest approach of two agents if both keep their velocities, and the key by which the neighbor with
// which a collision is due first is found. block_lanes_kernel.h has the key in lanes.
// Millington and Funge, Artificial Intelligence for Games, 3.3.14, corrected (see behaviors/avoidance.md).
#pragma once

#include "core/vec3.h"

namespace drover {

// What one agent looks for.
struct ApproachRule {
  double margin = 0.0;         // free space to keep between the bodies [m]
  double horizon = 0.0;        // how far into the future to look [s]
  double response_time = 0.0;  // s
  bool printed_form = false;   // bodies at rest within the margin count too
};

struct Approach {
  double time;         // from now, s; infinite where there is nothing to avoid
  Vec3 offset;         // from the agent to the other at that time, m
  double depth = 0.0;  // by how much they will be nearer than they should, m
};

// Of two agents within the margin, whose radii add up to `touch` [m]. Neighbors at rest leave each other
// alone: only what overlaps, and by how much they come nearer within the response time, is to be avoided.
inline Approach approach_within_margin(const ApproachRule& rule, double touch, Vec3 displacement,
                                       Vec3 velocity) {
  const double overlap = larger(0.0, touch - length(displacement));
  const double closing_speed = larger(0.0, -dot(direction(displacement), velocity));
  const double depth = overlap + closing_speed * rule.response_time;
  return {depth > 0.0 || rule.printed_form ? 0.0 : kInfinity, displacement, depth};
}

// Of two agents farther apart. `reach` is how near they may come [m].
inline Approach approach_ahead(double horizon, double reach, Vec3 displacement, Vec3 velocity) {
  constexpr Approach kNone{kInfinity, {}};
  const double speed2 = length2(velocity);
  if (speed2 < kLengthEpsilon * kLengthEpsilon) return kNone;
  const double time = -dot(displacement, velocity) / speed2;
  if (!(time > 0.0 && time <= horizon)) return kNone;
  const Vec3 offset = displacement + velocity * time;
  return length2(offset) < reach * reach ? Approach{time, offset, reach - length(offset)} : kNone;
}

// `displacement` leads from the agent to the other now, and `velocity` is that of the other minus its own.
inline Approach closest_approach(const ApproachRule& rule, double touch, Vec3 displacement, Vec3 velocity) {
  const double reach = touch + rule.margin;
  return length2(displacement) < reach * reach ? approach_within_margin(rule, touch, displacement, velocity)
                                               : approach_ahead(rule.horizon, reach, displacement, velocity);
}

// Of several within the margin the deepest comes first; in the printed form the lowest number.
inline double approach_key(const ApproachRule& rule, const Approach& approach) {
  return approach.time == 0.0 && !rule.printed_form ? -approach.depth : approach.time;
}

}  // namespace drover
