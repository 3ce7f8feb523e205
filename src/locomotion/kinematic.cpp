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
};

constexpr auto kKinematicFields = fields(
    field<&KinematicDef::facing>(
        {.key = "facing",
         .doc = "by_distance: the heading turns to the direction of the velocity, by at most half a turn "
                "while the body moves by its radius; velocity_aligned: it jumps there; requests to turn turn "
                "it on from there. independent: only they turn it. max_turn_rate limits what is requested.",
         .original_default = "velocity_aligned (Millington)"}),
    field<&KinematicDef::heading_epsilon>(
        read_when("facing", "by_distance, velocity_aligned", kHeadingEpsilonField)));

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
  const Vec3 rotation =
      clip_turn(context.commanded_angular_velocity(i), context.world().state.limits.max_turn_rate[i]);
  next.set_frame(i, turned(next.frame(i), rotation * context.dt()));
  next.set_angular_velocity(i, rotation);
}

void advance(const KinematicDef& def, LocomotionContext& context, std::span<const AgentIndex> agents) {
  AgentMotion& next = context.next();
  const AgentLimits& limits = context.world().state.limits;
  for (const AgentIndex i : agents) {
    const Vec3 v = clip(context.commanded_velocity(i), limits.max_speed[i]);
    const Vec3 heading = followed_heading(def, context, i, v);
    const Vec3 position = context.state().position(i) + v * context.dt();
    if (context.is_spatial()) {
      next.set_motion(i, position, v, heading);
      turn_in_step(def, context, i);
      continue;
    }
    const double limit = limits.max_turn_rate[i];
    const double rotation = clamp(up_part(context.commanded_angular_velocity(i)), -limit, limit);
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
    .advance = advance,
};

}  // namespace

extern constexpr LocomotionKind kKinematic = make_locomotion<kTypedKinematic>();

}  // namespace drover
