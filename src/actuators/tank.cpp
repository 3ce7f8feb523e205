// tank: drives a body that turns on the spot: to goals far aside it turns first. Millington, AI for Games,
// 3rd ed., 3.8.3 ("Tracked vehicles"); see vehicles/tracked_driver.h.
#include "actuators/driving.h"
#include "vehicles/tracked_driver.h"

namespace drover {
namespace {

struct TankDef {
  RequestForm requests = RequestForm::velocity;
  Parameter forward_arc = 2.0 * det::kPi / 3.0;
  Parameter min_forward_arc = det::kPi / 12.0;
  Parameter arc_speed = 5.0;
  Parameter reverse_range = 15.0;
  Parameter pivot_arc = det::kPi / 6.0;
};

constexpr auto kTankFields =
    fields(field<&TankDef::requests>(kRequestsField),
           field<&TankDef::forward_arc>(
               {.key = "forward_arc",
                .unit = "rad",
                .range = left_open(0, det::kPi),
                .doc = "When it hardly moves, it drives forward to goals within this of ahead."}),
           field<&TankDef::min_forward_arc>({.key = "min_forward_arc",
                                             .unit = "rad",
                                             .range = left_open(0, det::kPi),
                                             .doc = "From arc_speed on within this."}),
           field<&TankDef::arc_speed>({.key = "arc_speed",
                                       .unit = "m/s",
                                       .range = left_open(0, 1e4),
                                       .doc = "The speed at which the arc has become the least one."}),
           field<&TankDef::reverse_range>({.key = "reverse_range",
                                           .unit = "m",
                                           .range = closed(0, 1e5),
                                           .doc = "It backs to goals behind it that are no farther away."}),
           field<&TankDef::pivot_arc>(
               {.key = "pivot_arc",
                .unit = "rad",
                .range = left_open(0, det::kPi),
                .doc = "At rest it turns on the spot until a goal is within this of ahead."}));

TrackedLimits limits_of(const TankDef& def, const World& world, AgentIndex agent, const DriveLimits& body) {
  const auto value = [&](const Parameter& parameter) { return world.state.value(parameter, agent); };
  return {.speeds = body.speeds,
          .spot_turn_rate = body.turn_rate,
          .arc_speed = value(def.arc_speed),
          .lateral_grip = body.lateral_grip,
          .forward_arc = value(def.forward_arc),
          .min_forward_arc = value(def.min_forward_arc),
          .reverse_range = value(def.reverse_range),
          .pivot_arc = value(def.pivot_arc)};
}

DriverArcs driver_arcs(const TankDef& def, const World& world, AgentIndex agent, const DriveLimits& body,
                       double speed) {
  const TrackedLimits limits = limits_of(def, world, agent, body);
  return {decision_arcs(limits, speed), limits.reverse_range};
}

// Where it is not to go anywhere it may still have to turn.
void drive(const TankDef& def, ActuatorContext& context, std::span<const AgentIndex> agents) {
  drive_each(
      context, agents,
      [&](AgentIndex agent, const DrivenState& state, const std::optional<DriveTask>& task) -> DriveCommand {
        if (!task) return {0.0, wanted_turn(context, agent).value_or(0.0)};
        double& gear = context.memory(agent)[0];
        const TrackedLimits limits = limits_of(def, context.world(), agent, context.drive_limits(agent));
        const DriveOrder order =
            decide(limits, static_cast<Gear>(gear), task->goal, task->speed, state.forward);
        gear = static_cast<double>(order.gear);
        return {order.speed, order.turn_rate};
      });
}

constexpr TypedActuator<TankDef> kTypedTank = {
    .info = {.name = "tank",
             .summary = "Drives a body that turns on the spot, such as a tank or a robot.",
             .source = "Millington, AI for Games, 3rd ed., 3.8.3",
             .example = R"({"type": "tank", "pivot_arc": 0.3})",
             .related = "car, two_track, differential_drive",
             .not_in_space = kDriverNotInSpace},
    .fields = kTankFields,
    .request_unit = [](const TankDef& def, RequestUnit) { return unit_of(def.requests); },
    .convert = drive,
    .memory = kGearMemory,
    .check_with_body = [](const TankDef&,
                          const Boxed<LocomotionKind>& body) { return needs_driven_body(body); },
    .driver_arcs = driver_arcs,
};

}  // namespace

extern constexpr ActuatorKind kTankActuator = make_actuator<kTypedTank>();

}  // namespace drover
