// kinematic: a body without inertia that has the velocity it is asked for, at once.
// Millington 3.2, where the behaviors set the orientation themselves, from a variable that is not set and
// with the signs of the other handedness; here the body does it.
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
void advance(const KinematicDef& def, LocomotionContext& context, std::span<const AgentIndex> agents) {
  AgentMotion& next = context.next();
  const AgentLimits& limits = context.world().state.limits;
  for (const AgentIndex i : agents) {
    const Vec3 v = clip(context.commanded_velocity(i), limits.max_speed[i]);
    const double limit = limits.max_turn_rate[i];
    const double rotation = clamp(up_part(context.commanded_angular_velocity(i)), -limit, limit);
    Vec3 heading = context.state().heading(i);
    const bool shows = length2(v) > def.heading_epsilon * def.heading_epsilon;
    if (def.facing != KinematicFacing::independent && shows) {
      const bool jumps = def.facing == KinematicFacing::velocity_aligned;
      const double way = jumps ? det::kPi : turn_of_motion(length(v), context.dt(), limits.radius[i]);
      heading = turn_towards(heading, quotient(v, length(v)), way);
    }
    next.set_motion(i, context.state().position(i) + v * context.dt(), v,
                    upright(heading).turned(rotation * context.dt()));
    next.rotation.set(i, rotation);
  }
}

constexpr TypedLocomotion<KinematicDef> kTypedKinematic = {
    .info = {.name = "kinematic",
             .summary = "Has the velocity and the rate of turn it is asked for at once, without inertia.",
             .source = "Millington and Funge, Artificial Intelligence for Games, 3.2",
             .example = R"({"type": "kinematic", "facing": "independent"})",
             .related = "point_mass, oriented, kinematic_seek"},
    .fields = kKinematicFields,
    .takes = RequestUnit::velocity,
    .turns = true,
    .advance = advance,
};

}  // namespace

extern constexpr LocomotionKind kKinematic = make_locomotion<kTypedKinematic>();

}  // namespace drover
