// kinematic: a body without inertia that has the velocity it is asked for, at once.
// Millington 3.2, where the behaviors set the orientation themselves, from a variable that is not set and
// with the signs of the other handedness; here the body does it.
#include "core/quaternion.h"
#include "locomotion/facing.h"
#include "sim/definitions/typed_kinds.h"
#include "sim/step/locomotion_context.h"

namespace drover {
namespace {

DROVER_ENUM(KinematicFacing, by_distance, velocity_aligned, independent)

struct KinematicDef {
  KinematicFacing facing = KinematicFacing::by_distance;
  double heading_epsilon = kHeadingEpsilon;
  Parameter smoothing_time = 0.0;
};

constexpr auto kKinematicFields = fields(
    field<&KinematicDef::facing>(
        {.key = "facing",
         .doc = "by_distance: the heading turns to the direction of the velocity, by at most half a turn "
                "while the body moves by its radius; velocity_aligned: it jumps there; requests to turn turn "
                "it on from there. independent: only they turn it. max_turn_rate limits what is requested.",
         .original_default = "velocity_aligned (Millington)"}),
    field<&KinematicDef::heading_epsilon>(
        read_when("facing", "by_distance, velocity_aligned", kHeadingEpsilonField)),
    field<&KinematicDef::smoothing_time>(
        {.key = "smoothing_time",
         .unit = "s",
         .range = closed(0, 1e3),
         .doc =
             "Time constant with which its velocity and its rate of turn follow what is asked. 0: at once. "
             "The half way that some games go in every frame of dt is dt / ln 2. An arrival overshoots "
             "where it is above a fourth of the time constant of that.",
         .original_default = "several frames (Millington)"}));

// How much of the way to what is asked it gets in a step.
double share_of_step(const KinematicDef& def, const LocomotionContext& context, AgentIndex i) {
  const double time = context.value(def.smoothing_time, i);
  return time > 0.0 ? 1.0 - det::exp(-context.dt() / time) : 1.0;
}

// What is hardly left of a velocity is none.
Vec3 smoothed(Vec3 before, Vec3 asked, double share) {
  constexpr double kRest = 1e-4;  // m/s
  if (share == 1.0) return asked;
  const Vec3 v = before + (asked - before) * share;
  return asked == Vec3{} && length(v) < kRest ? Vec3{} : v;
}

// Without any command it stands still.
// The heading after the step of a body with the velocity v, before it is asked to turn.
Vec3 followed_heading(const KinematicDef& def, const LocomotionContext& context, AgentIndex i, Vec3 v) {
  const Vec3 heading = context.state().heading(i);
  const bool shows = length2(v) > def.heading_epsilon * def.heading_epsilon;
  if (def.facing == KinematicFacing::independent || !shows) return heading;
  const bool jumps = def.facing == KinematicFacing::velocity_aligned;
  const double radius = context.world().state.limits.radius[i];
  const double way = jumps ? det::kPi : turn_of_motion(length(v), context.dt(), radius);
  return turn_towards(heading, quotient(v, length(v)), way);
}

// In space, where what is asked turns the whole body.
void turn_in_step(const KinematicDef& def, LocomotionContext& context, AgentIndex i) {
  AgentMotion& next = context.next();
  if (def.facing == KinematicFacing::independent) {
    next.set_up(i, context.state().frame(i).up);
  } else {
    settle_frame(context, i);
  }
  const Vec3 before = context.state().angular_velocity(i);
  const Vec3 asked = context.commanded_angular_velocity(i);
  const double share = share_of_step(def, context, i);
  const Vec3 rotation = clip_turn(share == 1.0 ? asked : before + (asked - before) * share,
                                  context.world().state.limits.max_turn_rate[i]);
  next.set_frame(i, turned(next.frame(i), rotation * context.dt()));
  next.set_angular_velocity(i, rotation);
}

void advance(const KinematicDef& def, LocomotionContext& context, std::span<const AgentIndex> agents) {
  AgentMotion& next = context.next();
  const AgentLimits& limits = context.world().state.limits;
  for (const AgentIndex i : agents) {
    const double share = share_of_step(def, context, i);
    const Vec3 v =
        clip(smoothed(context.velocity(i), context.commanded_velocity(i), share), limits.max_speed[i]);
    const Vec3 heading = followed_heading(def, context, i, v);
    const Vec3 position = context.state().position(i) + v * context.dt();
    if (context.is_spatial()) {
      next.set_motion(i, position, v, heading);
      turn_in_step(def, context, i);
      continue;
    }
    const double limit = limits.max_turn_rate[i];
    const double before = context.state().rotation[i];
    const double asked = up_part(context.commanded_angular_velocity(i));
    const double rotation = clamp(share == 1.0 ? asked : before + (asked - before) * share, -limit, limit);
    next.set_motion(i, position, v, upright(heading).turned(rotation * context.dt()));
    next.rotation.set(i, rotation);
  }
}

constexpr TypedLocomotion<KinematicDef> kTypedKinematic = {
    .info = {.name = "kinematic",
             .summary = "Has the velocity and the rate of turn it is asked for at once, without inertia.",
             .source = "Millington and Funge, Artificial Intelligence for Games, 3.2",
             .example = R"({"type": "kinematic", "facing": "independent"})",
             .related = "point_mass, oriented, kinematic_seek",
             .in_space = true},
    .fields = kKinematicFields,
    .takes = RequestUnit::velocity,
    .turns = true,
    .heading_follows = [](const KinematicDef& def) { return def.facing != KinematicFacing::independent; },
    .advance = advance,
};

}  // namespace

extern constexpr LocomotionKind kKinematic = make_locomotion<kTypedKinematic>();

}  // namespace drover
