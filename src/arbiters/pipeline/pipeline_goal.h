// What a pipeline is after: up to four channels. What is not set does not matter.
#pragma once

#include <optional>

#include "core/index.h"
#include "core/vec3.h"

namespace drover {

enum Channel : unsigned {
  kPositionChannel = 1,
  kOrientationChannel = 2,
  kVelocityChannel = 4,
  kRotationChannel = 8
};

// A value: a stage makes another goal of the one it is given (Millington's listings write into a goal that is
// remembered elsewhere).
struct PipelineGoal {
  std::optional<Vec3> position;     // as seen from the agent: beyond the edge where that is nearer [m]
  std::optional<Vec3> orientation;  // unit
  std::optional<Vec3> velocity;     // m/s
  std::optional<double> rotation;   // rad/s
  bool is_final = true;             // the position is still that of the targeters: a place to come to rest
  // Of the position of the targeters.
  bool has_own_orientation = false;  // its own targeter set the orientation, too
  std::uint32_t region = kNoIndex;   // any place in it will do
  double passing_speed = 0.0;        // no slower, where the way leads on from there [m/s]
  Vec3 place_velocity = {};          // with which the place moves [m/s]

  unsigned channels() const {
    return (position ? kPositionChannel : 0U) | (orientation ? kOrientationChannel : 0U) |
           (velocity ? kVelocityChannel : 0U) | (rotation ? kRotationChannel : 0U);
  }
  bool is_empty() const { return channels() == 0; }

  // The same goal by way of another place. What belonged to the position of before does not hold there.
  PipelineGoal by_way_of(Vec3 place) const {
    PipelineGoal goal;
    goal.position = place;
    goal.is_final = false;
    if (!has_own_orientation) goal.orientation = orientation;
    return goal;
  }
  // The same goal, moved to where the agent may rest.
  PipelineGoal moved_to(Vec3 place) const {
    PipelineGoal goal = *this;
    goal.position = place;
    goal.place_velocity = {};
    return goal;
  }
};

}  // namespace drover
