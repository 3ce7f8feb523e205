// human: as people walk: steps aside, turns on the spot before it walks, and turns on while it does.
// Millington 3.4.5, for the laws of the 3rd ed., 3.8.3 ("Human characters"); see vehicles/human_walker.h.
#include <cmath>

#include "arbiters/pipeline/path_output.h"
#include "sim/definitions/walking_keys.h"
#include "vehicles/arc_to_point.h"
#include "vehicles/human_walker.h"

namespace drover {
namespace {

struct HumanPathDef {
  WalkingKeys walking;
  PathOutputRule output;
};

constexpr auto kHumanPathFields =
    join(embed<&HumanPathDef::walking>(kWalkingFields), embed<&HumanPathDef::output>(kPathRequestFields));

// The speed of walking, which steps aside are not.
double& walking_speed(const PartView& part) {
  return part.memory[0];
}

// Gaits are those of the actuator of the body.
HumanLimits human_limits(const HumanPathDef& def, const PartView& part) {
  return {.gaits = {},
          .max_acceleration = part.value(def.walking.acceleration),
          .forward_speed = larger(part.view.max_speed(part.agent), 2.0 * part.value(def.walking.slow_speed)),
          .side_speed = part.value(def.walking.side_speed),
          .back_speed = part.value(def.walking.back_speed),
          .step_radius = part.value(def.walking.step_radius),
          .slow_speed = part.value(def.walking.slow_speed),
          .spot_turn_rate = part.value(def.walking.spot_turn_rate),
          .moving_turn_rate = part.value(def.walking.moving_turn_rate)};
}

// Straight to a goal that it steps to, or turns to on the spot; else by an arc of its turn while it walks, or
// on ahead until it stands, where the goal is outside of the walking arc.
std::optional<PipelinePath> path_of_human(const HumanPathDef& def, const PartView& part,
                                          const PipelineGoal& goal, std::size_t number) {
  if (number > 0) return std::nullopt;
  const HumanLimits limits = human_limits(def, part);
  const double speed = walking_speed(part);
  if (!goal.position || speed <= limits.slow_speed) return straight_path(def.output, part, goal);
  const PlanarPose pose{part.here(), part.view.heading(part.agent)};
  const DriveGoal seen = drive_goal(pose, *goal.position);
  PipelinePath path(part.here());
  if (std::fabs(seen.bearing) > walking_arc(limits, speed)) {
    const double braking =
        (speed * speed - limits.slow_speed * limits.slow_speed) / (2.0 * limits.max_acceleration);
    path.add(pose.position + pose.heading * braking);
  } else {
    constexpr double kChords = 4.0;  // at most a quarter of the turn each
    const TurnSide turn{speed / limits.moving_turn_rate, seen.left < 0.0 ? -1.0 : 1.0};
    const auto arc = arc_to_point(pose, *goal.position, turn);
    const double length = arc ? arc->pieces[0].way : 0.0;
    for (double n = 1.0; length > 0.0 && n <= kChords; n += 1.0)
      path.add(pose_at(*arc, pose, length * (n / kChords)).position);
  }
  path.add(*goal.position);
  return path;
}

Request walk_along(const HumanPathDef& def, const PartView& part, const PipelinePath& path,
                   const PipelineGoal& goal, double speed_limit) {
  const AgentView& view = part.view;
  const Request plain = path_request(def.output, part, path, goal, speed_limit, goal.is_final);
  const PlanarPose pose{part.here(), view.heading(part.agent)};
  double& speed = walking_speed(part);
  if (!goal.position) {
    speed = larger(0.0, dot(view.velocity(part.agent), pose.heading));
    return plain;
  }
  double wanted = view.full_speed(part.agent);
  if (goal.is_final) {
    const Arrival arrival{part.value(def.output.arrival_time), part.value(def.output.response_time), true,
                          goal.passing_speed};
    wanted =
        length(arrive_velocity(view, part.agent, *goal.position - part.here(), arrival, goal.place_velocity));
  }
  const HumanMove move = walk(human_limits(def, part), speed, drive_goal(pose, *goal.position),
                              smaller(wanted, speed_limit), view.decision_time(part.agent));
  speed = move.speed;
  const Vec3 velocity = upright(pose.heading).vector({move.forward, move.left, 0.0});
  // Steps are not walking: of those it is the goal that ends them.
  const double most = length(velocity) > move.speed ? smaller(wanted, speed_limit) : speed_limit;
  Request request =
      velocity_request(view, part.agent, clip(velocity, most), part.value(def.output.response_time));
  const bool is_moved = move.turn_rate != 0.0 || !(goal.orientation || goal.rotation);
  request.angular =
      is_moved ? rotation_request(view, part.agent, move.turn_rate, part.value(def.output.response_time))
               : plain.angular;
  return request;
}

constexpr TypedPathActuator<HumanPathDef> kTypedHumanPath = {
    .info = {.name = "human",
             .summary =
                 "As people walk to the goal of the pipeline: a step aside, or a turn on the spot before "
                 "it walks.",
             .source = "Millington and Funge, Artificial Intelligence for Games, 3.4.5; 3rd ed., 3.8.3",
             .example = R"({"type": "human", "step_radius": 1})",
             .related = "point_to_point, car",
             .not_in_space = kPipelineNotInSpace},
    .fields = kHumanPathFields,
    .memory = 1,
    .path = path_of_human,
    .output = walk_along,
};

}  // namespace

extern constexpr PathActuatorKind kHumanPathActuator = make_path_actuator<kTypedHumanPath>();

}  // namespace drover
