// How the actuators of a pipeline take a body along a path: their common keys and laws.
#pragma once

#include <cmath>

#include "arbiters/pipeline/parts.h"
#include "core/det_math.h"
#include "sim/step/steering_laws.h"

namespace drover {

struct PathOutputRule {
  Parameter arrival_time = 0.6;
  Parameter response_time = 0.1;
  Parameter slow_angle = 0.25 * det::kPi;
  bool honor_velocity = false;
};

// Those of every actuator.
inline constexpr auto kPathRequestFields =
    fields(field<&PathOutputRule::arrival_time>(
               {.key = "arrival_time",
                .unit = "s",
                .range = kTimeConstantRange,
                .doc = "Time constant with which the distance to a place to rest at decays; not below dt.",
                .time_constant = TimeConstant::of_position}),
           field<&PathOutputRule::response_time>(kResponseTime),
           field<&PathOutputRule::slow_angle>(
               {.key = "slow_angle",
                .unit = "rad",
                .range = left_open(0, det::kPi),
                .doc = "Within this of the orientation that is wanted a body turns more slowly."}));

inline constexpr auto kPathOutputFields =
    join(kPathRequestFields,
         fields(field<&PathOutputRule::honor_velocity>(
             {.key = "honor_velocity",
              .doc = "Whether a goal with a position and a velocity is gone to by a run-up, from where the "
                     "body passes the position with that velocity; else the velocity does not count."})));

// The way straight to the goal, or by way of the run-up to it.
inline PipelinePath straight_path(const PathOutputRule& rule, const PartView& part,
                                  const PipelineGoal& goal) {
  PipelinePath path(part.here());
  if (!goal.position) {
    constexpr double kAhead = 1.0;  // s
    path.add(part.here() + goal.velocity.value_or(Vec3{}) * kAhead);
    return path;
  }
  if (rule.honor_velocity && goal.velocity && goal.is_final &&
      part.view.request_unit(part.agent) == RequestUnit::acceleration) {
    const double room = length2(*goal.velocity) / (2.0 * part.view.max_request(part.agent));
    const Vec3 run_up = *goal.position - direction(*goal.velocity) * room;
    if (!(length(*goal.position - part.here()) <= room)) path.add(run_up);
  }
  path.add(*goal.position);
  return path;
}

// The turn to the orientation of the goal, with its rotation without one, else to where the body goes.
inline Vec3 turn_of_goal(const PathOutputRule& rule, const PartView& part, const PipelineGoal& goal) {
  const AgentView& view = part.view;
  const double response_time = part.value(rule.response_time);
  if (!goal.orientation && goal.rotation)
    return rotation_request(view, part.agent, *goal.rotation, response_time);
  const Vec3 ahead = goal.orientation.value_or(direction(view.velocity(part.agent)));
  const double angle = ahead == Vec3{} ? 0.0 : view.frame(part.agent).bearing(ahead);
  const double share = clamp(angle / part.value(rule.slow_angle), -1.0, 1.0);
  return rotation_request(view, part.agent, view.max_rotation(part.agent) * share, response_time);
}

// Along the path: at full speed, and where `rests` so that the body comes to rest at its end.
inline Request path_request(const PathOutputRule& rule, const PartView& part, const PipelinePath& path,
                            const PipelineGoal& goal, double speed_limit, bool rests) {
  const AgentView& view = part.view;
  const double response_time = part.value(rule.response_time);
  Vec3 wanted;
  const Vec3 ahead = path.first_ahead() - path.start();
  if (!goal.position) {
    wanted = goal.velocity.value_or(Vec3{});
  } else if (!rests) {
    wanted = direction(ahead) * view.full_speed(part.agent);
  } else {
    Arrival arrival{part.value(rule.arrival_time), response_time, true, goal.passing_speed};
    if (rule.honor_velocity && goal.velocity) arrival.passing_speed = length(*goal.velocity);
    wanted = arrive_velocity(view, part.agent, ahead, arrival, goal.place_velocity);
  }
  Request request = velocity_request(view, part.agent, clip(wanted, speed_limit), response_time);
  request.angular = turn_of_goal(rule, part, goal);
  return request;
}

}  // namespace drover
