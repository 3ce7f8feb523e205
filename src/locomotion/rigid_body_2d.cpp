// rigid_body_2d: a unit with length, mass and inertia, driven by thrust and steered by a force across its
// nose, which turns it and pushes it sideways.
// Bourg ch. 2 and 4, where it is not stated how units are driven and slowed, the sum of the forces has no
// limit, the side of a force is taken from the body and its size from the velocity, a target exactly astern
// gives no turn, and the sides are mixed up. Here side and size are both in the frame of the body, left is
// +y, and astern turns to the left.
#include "locomotion/facing.h"
#include "sim/definitions/typed_kinds.h"
#include "sim/step/locomotion_context.h"

namespace drover {
namespace {

struct RigidBodyDef {
  Parameter length = 2.0;
  Parameter width = 1.0;
  Parameter inertia;
  Parameter steering_force = 8.0;
  bool clamp = true;
  Parameter thrust = 20.0;
  Parameter thrust_min = 0.0;
  Parameter thrust_max = 40.0;
  Parameter drag_linear = 5.0;
  Parameter drag_quadratic = 0.0;
  Parameter drag_side;
  Parameter drag_angular = 8.0;
};

constexpr Range kForce = closed(-1e9, 1e9);
constexpr Range kDrag = closed(0, 1e9);

constexpr auto kRigidBody2dFields = fields(
    field<&RigidBodyDef::length>({.key = "length",
                                  .unit = "m",
                                  .range = left_open(0, 1e4),
                                  .doc = "The nose, where the force across acts, is half of it ahead of the "
                                         "center."}),
    field<&RigidBodyDef::width>({.key = "width",
                                 .unit = "m",
                                 .range = left_open(0, 1e4),
                                 .doc = "Only the default inertia needs it."}),
    field<&RigidBodyDef::inertia>({.key = "inertia",
                                   .unit = "kg*m^2",
                                   .range = closed(1e-9, 1e12),
                                   .doc = "Moment of inertia about the center.",
                                   .otherwise = "mass * (length^2 + width^2) / 12, with the agent's mass"}),
    field<&RigidBodyDef::steering_force>(
        {.key = "steering_force",
         .unit = "N",
         .range = left_open(0, 1e9),
         .doc = "Greatest force across the nose: the part of the request to the left times the mass.",
         .original_default = "no value given (Bourg)"}),
    field<&RigidBodyDef::clamp>({.key = "clamp",
                                 .doc = "Whether the force across the nose is limited to steering_force.",
                                 .original_default = "false (Bourg)"}),
    field<&RigidBodyDef::thrust>(
        {.key = "thrust",
         .unit = "N",
         .range = kForce,
         .doc = "Force along the body without any request; the forward part of the request times the mass "
                "is added. The defaults of the forces suit an agent type whose mass is 10 kg."}),
    field<&RigidBodyDef::thrust_min>({.key = "thrust_min",
                                      .unit = "N",
                                      .range = kForce,
                                      .doc = "Least force along the body; below zero it drives backwards."}),
    field<&RigidBodyDef::thrust_max>(
        {.key = "thrust_max", .unit = "N", .range = kForce, .doc = "Greatest force along the body."}),
    field<&RigidBodyDef::drag_linear>(
        {.key = "drag_linear",
         .unit = "kg/s",
         .range = kDrag,
         .doc = "Drag per forward speed: alone it leads to the speed thrust / drag_linear, as long as "
                "that is no more than the agent's max_speed, which always holds."}),
    field<&RigidBodyDef::drag_quadratic>(
        {.key = "drag_quadratic", .unit = "kg/m", .range = kDrag, .doc = "Drag per speed squared."}),
    field<&RigidBodyDef::drag_side>({.key = "drag_side",
                                     .unit = "kg/s",
                                     .range = kDrag,
                                     .doc = "Drag per speed across the body: the larger, the less it slips.",
                                     .otherwise = "drag_linear"}),
    field<&RigidBodyDef::drag_angular>(
        {.key = "drag_angular", .unit = "N*m*s", .range = kDrag, .doc = "Torque per rate of turn."}));

std::vector<Problem> check(const RigidBodyDef& def) {
  if (def.thrust_min.is_drawn() || def.thrust_max.is_drawn()) return {};
  if (def.thrust_min.constant() <= def.thrust_max.constant()) return {};
  return {{"/thrust_max", "thrust_max must not be below thrust_min"}};
}

// The forces on a body, in its own frame.
struct Forces {
  double forward;  // N
  double left;     // N, at the nose
  double torque;   // N m, of the force at the nose and of what it is asked to turn
};

double inertia_of(const RigidBodyDef& def, const LocomotionContext& context, AgentIndex i) {
  const double mass = context.world().state.limits.mass[i];
  const double length = context.value(def.length, i);
  const double width = context.value(def.width, i);
  return context.value_or(def.inertia, i, mass * (length * length + width * width) / 12.0);
}

// The force across the nose [N]. A body that stands cannot brake: asked to go exactly astern, it turns to the
// left.
double nose_force(const RigidBodyDef& def, const LocomotionContext& context, AgentIndex i) {
  const Vec3 heading = context.state().heading(i);
  const Vec3 request = context.acceleration(i);
  const double max_force = context.value(def.steering_force, i);
  const double left = context.world().state.limits.mass[i] * dot(request, upright(heading).left);
  const bool stands = dot(context.velocity(i), heading) <= kHeadingEpsilon;
  if (left == 0.0 && stands && dot(request, heading) < 0.0) return max_force;
  return def.clamp ? clamp(left, -max_force, max_force) : left;
}

// A request to turn is a pure torque about the center.
Forces forces_on(const RigidBodyDef& def, const LocomotionContext& context, AgentIndex i) {
  const double mass = context.world().state.limits.mass[i];
  const double forward =
      context.value(def.thrust, i) + mass * dot(context.acceleration(i), context.state().heading(i));
  const double left = nose_force(def, context, i);
  return {.forward = clamp(forward, context.value(def.thrust_min, i), context.value(def.thrust_max, i)),
          .left = left,
          .torque = 0.5 * context.value(def.length, i) * left +
                    inertia_of(def, context, i) * up_part(context.angular_acceleration(i))};
}

// The speed after dt under a force and linear drag, which acts implicitly and so never turns the speed round.
double driven(double speed, double force_step, double drag_step) {
  return (speed + force_step) / (1.0 + drag_step);
}

// Semi-implicit: first velocity and rate of turn, then position and heading with them.
void advance(const RigidBodyDef& def, LocomotionContext& context, std::span<const AgentIndex> agents) {
  AgentMotion& next = context.next();
  const AgentLimits& limits = context.world().state.limits;
  const double dt = context.dt();
  for (const AgentIndex i : agents) {
    const Forces forces = forces_on(def, context, i);
    const Frame frame = upright(context.state().heading(i));
    const Vec3 now = context.velocity(i);
    const double linear = dt / limits.mass[i];
    const double angular = dt / inertia_of(def, context, i);
    const double drag = context.value(def.drag_linear, i);
    Vec3 v = frame.vector(driven(dot(now, frame.forward), forces.forward * linear, drag * linear),
                          driven(dot(now, frame.left), forces.left * linear,
                                 context.value_or(def.drag_side, i, drag) * linear));
    v = clip(v / (1.0 + context.value(def.drag_quadratic, i) * length(v) * linear), context.speed_limit(i));
    const double rotation = driven(context.state().rotation[i], forces.torque * angular,
                                   context.value(def.drag_angular, i) * angular);
    const double limit = limits.max_turn_rate[i];
    next.rotation.set(i, clamp(rotation, -limit, limit));
    next.set_motion(i, context.state().position(i) + v * dt, v, frame.turned(next.rotation[i] * dt));
  }
}

constexpr TypedLocomotion<RigidBodyDef> kTypedRigidBody2d = {
    .info = {.name = "rigid_body_2d",
             .summary =
                 "A unit with inertia: thrust drives it and a force across its nose steers it, so it slips.",
             .source = "Bourg and Seemann, AI for Game Developers, ch. 2 and 4",
             .example = R"({"type": "rigid_body_2d", "length": 3, "drag_side": 20})",
             .related = "oriented, point_mass",
             .not_in_space = "use oriented or bank_turn"},
    .fields = kRigidBody2dFields,
    .check = check,
    .turns = true,
    .advance = advance,
};

}  // namespace

extern constexpr LocomotionKind kRigidBody2d = make_locomotion<kTypedRigidBody2d>();

}  // namespace drover
