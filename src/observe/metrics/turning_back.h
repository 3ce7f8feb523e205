// Where an agent turns back. To and fro it goes when it weaves as well; it trembles when it turns back where
// it turned back before. So a reversal counts when the last one is less than the diameter of the body away:
// there is no time in the measure, which therefore does not depend on how fast the body is or how long a step
// takes.
#pragma once

#include <cmath>

#include "core/det_math.h"
#include "sim/state/world.h"

namespace drover {

// Where something last happened to an agent.
class Spot {
 public:
  // Whether the agent is less than its diameter away from where this was asked before; never at first.
  bool is_back(const World& world, AgentIndex agent) {
    const Vec3 now = world.state.motion.position(agent);
    const bool was_known = is_known_;
    const double way = was_known ? length(world.model().bounds.displacement(place_, now)) : 0.0;
    place_ = now;
    is_known_ = true;
    return was_known && way < 2.0 * world.state.limits.radius[agent];
  }

 private:
  Vec3 place_;  // m
  bool is_known_ = false;
};

// Follows a heading that turns to and fro.
class TurningPoints {
 public:
  // Goes on by a step in which the heading turned by `turn`, counter-clockwise [rad]. Whether it turned back
  // by more than `angle`, having turned by as much to the other side before; a step of a quarter turn or more
  // always does: after one of half a turn nothing tells the sides apart.
  bool advance(double turn, double angle) {
    if (std::fabs(turn) >= 0.5 * det::kPi) {
      side_ = 0.0;
      since_ = 0.0;
      return true;
    }
    since_ += turn;
    if (since_ * side_ > 0.0) since_ = 0.0;  // on to the same side: the way back begins here
    if (std::fabs(since_) <= angle) return false;
    const bool turned_back = side_ != 0.0;
    side_ = since_ < 0.0 ? -1.0 : 1.0;
    since_ = 0.0;
    return turned_back;
  }

 private:
  double side_ = 0.0;   // to which it turns: -1, 1, or 0 where that is not known
  double since_ = 0.0;  // turned since it was farthest to that side [rad]
};

// Follows a velocity that reverses, with or without the heading.
class Reversals {
 public:
  // Whether an agent moves against the direction in which it moved last. Slower than a thousandth of its
  // max_speed it rests (of 1 m/s where it has none).
  bool advance(const World& world, AgentIndex agent) {
    constexpr double kRest = 1e-3;
    const double limit = world.state.limits.max_speed[agent];
    const double rest = kRest * (limit < kInfinity ? limit : 1.0);
    const Vec3 velocity = world.own_velocity(agent);
    if (length2(velocity) <= rest * rest) return false;
    const bool reversed = dot(velocity, last_) < 0.0;
    last_ = velocity;
    return reversed;
  }

 private:
  Vec3 last_;  // the last velocity at which it moved [m/s]
};

}  // namespace drover
