// unicycle: the plainest body that goes only where it looks: a speed along the heading that changes within
// limits, and a rate of turn within those of its wheels and tires. Millington, AI for Games, 3rd ed., 3.8.3
// ("Common actuation properties"), which names the limits; the laws are drover's own.
#include "vehicles/unicycle.h"

#include "locomotion/driven.h"

namespace drover {
namespace {

struct UnicycleDef {
  SpeedKeys speeds;
  GripKeys grip;
  Parameter min_turn_radius = 5.0;
  Parameter turn_rate;
};

constexpr auto kUnicycleFields =
    join(join(embed<&UnicycleDef::speeds>(kSpeedFields), embed<&UnicycleDef::grip>(kGripFields)),
         fields(field<&UnicycleDef::min_turn_radius>(
                    {.key = "min_turn_radius",
                     .unit = "m",
                     .range = closed(0, 1e5),
                     .doc = "Radius of the tightest circle of a body on wheels, which does not turn at rest. "
                            "0: it turns on the spot."}),
                field<&UnicycleDef::turn_rate>({.key = "turn_rate",
                                                .unit = "rad/s",
                                                .range = kDriveRates,
                                                .doc = "Greatest rate of turn.",
                                                .otherwise = "what the circle and the grip allow; 1.5 for a "
                                                             "body that turns on the spot"})));

DriveLimits drive_limits(const UnicycleDef& def, const World& world, AgentIndex agent) {
  constexpr double kSpotTurnRate = 1.5;  // rad/s
  const double radius = world.state.value(def.min_turn_radius, agent);
  const double otherwise = radius > 0.0 ? kInfinity : kSpotTurnRate;
  return {.speeds = speed_limits(def.speeds, world, agent),
          .min_turn_radius = radius,
          .turn_rate = smaller(world.state.limits.max_turn_rate[agent],
                               world.state.value_or(def.turn_rate, agent, otherwise)),
          .lateral_grip = grip_of(def.grip, false, world, agent)};
}

DrivenState drive_step(const UnicycleDef& def, const World& world, AgentIndex agent, const DrivenState& state,
                       const DriveCommand& command) {
  const DriveLimits limits = drive_limits(def, world, agent);
  const double dt = world.model().dt;
  const double speed = step_speed(limits.speeds, state.forward, command.speed, dt).speed;
  const double limit = limits.max_turn_rate(speed);
  const UnicycleState next =
      step_unicycle({state.pose, state.forward, 0.0}, speed, clamp(command.turn_rate, -limit, limit), dt);
  return {.pose = next.pose, .forward = next.speed, .turn_rate = next.turn_rate};
}

void advance(const UnicycleDef& def, LocomotionContext& context, std::span<const AgentIndex> agents) {
  for (const AgentIndex i : agents) {
    const DrivenState state = driven_state(context, i);
    write_driven(context, i, drive_step(def, context.world(), i, state, context.drive_command(i)));
  }
}

constexpr TypedLocomotion<UnicycleDef> kTypedUnicycle = {
    .info = {.name = "unicycle",
             .summary = "Goes along its heading alone, and turns within the limits of its wheels and tires.",
             .source = "Millington, AI for Games, 3rd ed., 3.8.3",
             .example = R"({"type": "unicycle", "min_turn_radius": 5, "reverse_speed": 0})",
             .related = "bicycle, two_track, car, tank",
             .not_in_space = kDrivenNotInSpace},
    .fields = kUnicycleFields,
    .takes = RequestUnit::drive,
    .turns = true,
    .only_goes_ahead = [](const UnicycleDef&) { return false; },
    .advance = advance,
    .drive_limits = drive_limits,
    .drive_step = drive_step,
};

}  // namespace

extern constexpr LocomotionKind kUnicycle = make_locomotion<kTypedUnicycle>();

}  // namespace drover
