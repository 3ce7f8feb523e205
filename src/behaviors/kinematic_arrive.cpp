// kinematic_arrive: the velocity that would reach the target in a fixed time.
// Millington 3.2.1. The printed form asks for nothing inside the radius; a body without inertia stands still
// then.
#include "behaviors/arrival.h"
#include "behaviors/kinematic_rules.h"
#include "sim/definitions/typed_kinds.h"

namespace drover {
namespace {

struct KinematicArriveDef {
  Target target;
  Parameter radius = 0.05;
  Parameter time_to_target = 0.25;
};

constexpr auto kKinematicArriveFields =
    fields(field<&KinematicArriveDef::target>({.key = "target", .doc = "What to come to.", .required = true}),
           field<&KinematicArriveDef::radius>(
               {.key = "radius",
                .unit = "m",
                .range = closed(0, 1e5),
                .doc = "Nearer than this to the target it stands; a region is entered.",
                .original_default = "no value given (Millington)"}),
           field<&KinematicArriveDef::time_to_target>(
               {.key = "time_to_target",
                .unit = "s",
                .range = kTimeConstantRange,
                .doc = "The distance decays with this time constant; not below dt, or it overshoots.",
                .time_constant = TimeConstant::of_position}));

std::optional<Request> steer(const KinematicArriveDef& def, const AgentView& view, AgentIndex agent) {
  const TargetState target = view.target(def.target, agent);
  if (!target.found) return std::nullopt;
  const Vec3 displacement = resting_displacement(view, def.target, target, agent);
  const double passing = passing_speed(view, def.target, agent, view.dt());
  if (!target.is_region && length(displacement) < view.value(def.radius, agent) && passing == 0.0)
    return kinematic_request(view, agent, {});
  Vec3 velocity = clip(displacement / view.value(def.time_to_target, agent), view.full_speed(agent));
  if (length(velocity) < passing) velocity = direction(displacement) * passing;
  return kinematic_request(view, agent, velocity);
}

std::optional<Goal> find_goal(const KinematicArriveDef& def, const AgentView& view, AgentIndex agent) {
  return fixed_goal(view, def.target, agent);
}

std::optional<double> distance_to_rest(const KinematicArriveDef& def, const AgentView& view,
                                       AgentIndex agent) {
  const TargetState target = view.target(def.target, agent);
  if (!target.found || target.is_direction) return std::nullopt;
  const Vec3 displacement = resting_displacement(view, def.target, target, agent);
  const double speed = length(target.velocity) + passing_speed(view, def.target, agent, view.dt());
  return distance_to_rest_at(view, agent, displacement, speed);
}

constexpr TypedBehavior<KinematicArriveDef> kTypedKinematicArrive = {
    .info = {.name = "kinematic_arrive",
             .summary = "Asks for the velocity that reaches the target in a fixed time, and stands near it.",
             .source = "Millington and Funge, Artificial Intelligence for Games, 3.2.1",
             .example = R"({"type": "kinematic_arrive", "target": {"point": [8, 2]}, "radius": 0.2})",
             .related = "kinematic_seek, arrive, kinematic",
             .in_space = true},
    .fields = kKinematicArriveFields,
    .steer = steer,
    .distance_to_rest = distance_to_rest,
    .goal = find_goal,
};

}  // namespace

extern constexpr BehaviorKind kKinematicArrive = make_behavior<kTypedKinematicArrive>();

}  // namespace drover
