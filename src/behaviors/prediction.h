// How far ahead to look at a moving target: the keys of pursue, evade and intercept. Buckland "Pursuit"
// (closing_sum), Millington 3.3.8 (own_speed in its code, top_speed in its prose), Bourg ch. 2
// (relative_speed, which grows without limit between equal velocities); fixed_speed divides the distance by a
// constant speed. Millington 3.5.5 adds that a target that comes up on a wall will not go on as it goes:
// prediction_walls. See seek_and_arrive.md.
#pragma once

#include <cmath>

#include "core/field.h"
#include "sim/geometry/body_sweep.h"
#include "sim/step/agent_view.h"

namespace drover {

DROVER_ENUM(Prediction, closing_sum, own_speed, top_speed, fixed_speed, relative_speed, exact)

// What a target does that comes up on an obstacle or a wall.
DROVER_ENUM(PredictionWalls, none, stop, slide)

inline constexpr FieldInfo kPredictionWalls = {
    .key = "prediction_walls",
    .doc =
        "What the target is taken to do at obstacles and walls: to go through them (none), to stay where "
        "its body first touches one (stop), or to slide on along them (slide). Other agents are no walls, "
        "and how far ahead the agent looks does not change.",
    .original_default = "none (Buckland, Millington)"};

struct PredictionRule {
  Prediction prediction = Prediction::closing_sum;
  Parameter prediction_speed = 10.0;
  Parameter max_prediction;
  PredictionWalls prediction_walls = PredictionWalls::none;

  // The longest look ahead [s].
  double longest(const AgentView& view, AgentIndex agent) const {
    return view.value_or(max_prediction, agent, prediction == Prediction::own_speed ? 1.0 : kInfinity);
  }
};

inline constexpr auto kPredictionFields =
    fields(field<&PredictionRule::prediction>(
               {.key = "prediction",
                .doc = "How long the way to the target is taken to last: its length over the agent's "
                       "max_speed plus the target's speed (closing_sum), over the agent's speed "
                       "(own_speed), its max_speed (top_speed), prediction_speed (fixed_speed) or the "
                       "speed of the one relative to the other (relative_speed), or the time to the "
                       "earliest meeting at max_speed (exact; closing_sum where they cannot meet)."}),
           field<&PredictionRule::prediction_speed>({.key = "prediction_speed",
                                                     .unit = "m/s",
                                                     .range = closed(1e-6, 1e6),
                                                     .doc = "The speed of fixed_speed.",
                                                     .read_when = when("prediction", "fixed_speed")}),
           field<&PredictionRule::max_prediction>({.key = "max_prediction",
                                                   .unit = "s",
                                                   .range = left_open(0, 1e6),
                                                   .doc = "Looks at most this far ahead.",
                                                   .otherwise = "no limit, but 1 s with own_speed"}),
           field<&PredictionRule::prediction_walls>(kPredictionWalls));

// The displacement of a target that keeps its velocity for `time` [s], up to the obstacles and walls that are
// there now or along them.
inline Vec3 predicted_displacement(PredictionWalls walls, const TargetState& target, double time,
                                   const AgentView& view, AgentIndex agent) {
  const Vec3 free = target.velocity * time;
  if (walls == PredictionWalls::none || free == Vec3{}) return free;
  constexpr double kMinRadius = 1e-6;  // m; a point, such as a centroid, has no side of a wall to be on
  const double radius = larger(target.radius, kMinRadius);
  const World& world = view.world();
  // Of an agent its own place, not its image nearest to the one that looks: walls have no images.
  const bool is_agent = target.agent != kNoIndex;
  const Vec3 from = is_agent ? view.seen_position(target.agent) : view.position(agent) + target.displacement;
  const StaticGeometry geometry = is_agent ? world.geometry_for(target.agent) : world.geometry();
  const Vec3 to = from + free;
  if (walls == PredictionWalls::slide) {
    const Vec3 end = slide(geometry, from, to, radius);
    return end == to ? free : end - from;
  }
  const std::optional<Touch> touch = first_touch(geometry, from, to, radius);
  return touch ? touch->center - from : free;
}

// distance / speed [s]; 0 at no speed.
inline double travel_time(double distance, double speed) {
  constexpr double kSpeedEpsilon = 1e-9;  // m/s
  return speed < kSpeedEpsilon ? 0.0 : distance / speed;
}

// The time [s] after which two agents that move straight at each other would meet.
inline double closing_time(const TargetState& target, const AgentView& view, AgentIndex agent) {
  return travel_time(length(target.displacement), view.max_speed(agent) + length(target.velocity));
}

// The earliest time [s] at which an agent that moves straight at max_speed s can meet a target that keeps its
// velocity v: the least positive root of (|v|^2 - s^2) T^2 + 2 (r v) T + r^2 = 0, in a form that does not
// cancel. Where they cannot meet: closing_time.
inline double meeting_time(const TargetState& target, const AgentView& view, AgentIndex agent) {
  const double limit = view.max_speed(agent);
  const double a = length2(target.velocity) - limit * limit;
  const double b = dot(target.displacement, target.velocity);
  const double c = length2(target.displacement);
  const double discriminant = b * b - a * c;
  if (discriminant >= 0.0 && b < 0.0) return c / (std::sqrt(discriminant) - b);
  if (discriminant >= 0.0 && a < 0.0) return (b + std::sqrt(discriminant)) / -a;
  return closing_time(target, view, agent);
}

// How far ahead to look [s], before max_prediction limits it.
inline double prediction_time(const PredictionRule& rule, const TargetState& target, const AgentView& view,
                              AgentIndex agent) {
  const double distance = length(target.displacement);
  switch (rule.prediction) {
    case Prediction::closing_sum:
      return closing_time(target, view, agent);
    case Prediction::own_speed: {
      const double speed = length(view.velocity(agent));
      const double longest = rule.longest(view, agent);
      return speed * longest <= distance ? longest : distance / speed;
    }
    case Prediction::top_speed:
      return travel_time(distance, view.max_speed(agent));
    case Prediction::fixed_speed:
      return travel_time(distance, view.value(rule.prediction_speed, agent));
    case Prediction::relative_speed:
      return travel_time(distance, length(target.velocity - view.velocity(agent)));
    case Prediction::exact:
      return meeting_time(target, view, agent);
  }
  return 0.0;
}

}  // namespace drover
