// oriented: a point mass that turns by itself, wherever it moves.
// Millington 3.1.3 and 3.3.3 (steering output with a linear and an angular part), with a limit of the turn
// rate; the facing is independent of the motion.
#include "core/quaternion.h"
#include "locomotion/facing.h"
#include "locomotion/integrators.h"
#include "sim/definitions/typed_kinds.h"

namespace drover {
namespace {

struct OrientedDef {
  IntegrationRule integration;
  Parameter angular_drag = 0.0;
};

constexpr auto kOrientedFields =
    join(embed<&OrientedDef::integration>(kIntegrationFields),
         fields(field<&OrientedDef::angular_drag>(
             {.key = "angular_drag",
              .unit = "1/s",
              .range = closed(0, 1e6),
              .doc = "Angular deceleration per rate of turn; without it a turn goes on until something asks "
                     "for its end."})));

// The angle is that from the heading at the start of the step.
// Angle or rotation vector, and the rate at which it grows: in the plane a number, about up; in space a
// vector, about the axes of the world.
double rotation_rate(const AgentMotion& state, AgentIndex i, double) {
  return state.rotation[i];
}
Vec3 rotation_rate(const AgentMotion& state, AgentIndex i, Vec3) {
  return state.angular_velocity(i);
}
double asked_rate(Vec3 angular, double) {
  return up_part(angular);
}
Vec3 asked_rate(Vec3 angular, Vec3) {
  return angular;
}

template <class Turn>
Step<Turn> turning_step(const OrientedDef& def, const LocomotionContext& context, AgentIndex i) {
  Step<Turn> step{.integrator = def.integration.integrator,
                  .dt = context.dt(),
                  .start = {Turn{}, rotation_rate(context.state(), i, Turn{})},
                  .linear_drag = context.value(def.angular_drag, i),
                  .limit = context.world().state.limits.max_turn_rate[i]};
  for (std::size_t stage = 0; stage < stage_count(step.integrator); ++stage)
    step.asked[stage] = asked_rate(context.angular_acceleration(i, stage), Turn{});
  return step;
}

void set_motion(LocomotionContext& context, AgentIndex i, const Motion<Vec3>& moved,
                const Motion<double>& rotated) {
  AgentMotion& next = context.next();
  next.set_motion(i, moved.value, moved.rate, upright(context.state().heading(i)).turned(rotated.value));
  next.rotation.set(i, rotated.rate);
}
void set_motion(LocomotionContext& context, AgentIndex i, const Motion<Vec3>& moved,
                const Motion<Vec3>& rotated) {
  AgentMotion& next = context.next();
  const Frame frame = turned(context.state().frame(i), rotated.value);
  next.set_motion(i, moved.value, moved.rate, frame.forward);
  next.set_up(i, frame.up);
  next.set_angular_velocity(i, rotated.rate);
}

template <class Turn>
void advance_in(const OrientedDef& def, LocomotionContext& context, std::span<const AgentIndex> agents) {
  for (const AgentIndex i : agents) {
    set_motion(context, i, next_motion(def.integration.step(context, i)),
               next_motion(turning_step<Turn>(def, context, i)));
  }
}

template <class Turn>
void look_ahead_in(const OrientedDef& def, LocomotionContext& context, std::size_t stage,
                   std::span<const AgentIndex> agents) {
  const double time = stage_time(def.integration.integrator, stage, context.dt());
  for (const AgentIndex i : agents) {
    set_motion(context, i, trial_motion(def.integration.step(context, i), stage),
               trial_motion(turning_step<Turn>(def, context, i), stage));
    context.carry_in_trial(i, time);
  }
}

void advance(const OrientedDef& def, LocomotionContext& context, std::span<const AgentIndex> agents) {
  context.is_spatial() ? advance_in<Vec3>(def, context, agents) : advance_in<double>(def, context, agents);
}

void look_ahead(const OrientedDef& def, LocomotionContext& context, std::size_t stage,
                std::span<const AgentIndex> agents) {
  context.is_spatial() ? look_ahead_in<Vec3>(def, context, stage, agents)
                       : look_ahead_in<double>(def, context, stage, agents);
}

constexpr TypedLocomotion<OrientedDef> kTypedOriented = {
    .info = {.name = "oriented",
             .summary = "A point mass that faces where its requests turn it, not where it goes.",
             .source = "Millington and Funge, Artificial Intelligence for Games, 3.1.3 and 3.3.3",
             .example = R"({"type": "oriented", "linear_drag": 0.5, "angular_drag": 1})",
             .related = "point_mass, kinematic, rigid_body_2d, align",
             .in_space = true},
    .fields = kOrientedFields,
    .check = check_integration,
    .turns = true,
    .advance = advance,
    .stages = count_stages,
    .trial = look_ahead,
};

}  // namespace

extern constexpr LocomotionKind kOriented = make_locomotion<kTypedOriented>();

}  // namespace drover
