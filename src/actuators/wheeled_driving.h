// How the drivers of cars and motorbikes decide: by arcs and gears. Millington, AI for Games, 3rd ed., 3.8.3
// ("Cars and motorbikes"); see vehicles/wheeled_driver.h.
#pragma once

#include "actuators/driving.h"
#include "vehicles/wheeled_driver.h"

namespace drover {

struct WheeledKeys {
  RequestForm requests = RequestForm::velocity;
  Parameter forward_arc = 2.0 * det::kPi / 3.0;
  Parameter min_forward_arc = det::kPi / 12.0;
  Parameter arc_time = 1.0;
  Parameter reverse_range = 15.0;
  Parameter arrive_radius = 1.0;
  Parameter arc_margin_factor = 1.0;
};

inline constexpr auto kWheeledFields = fields(
    field<&WheeledKeys::requests>(kRequestsField),
    field<&WheeledKeys::forward_arc>(
        {.key = "forward_arc",
         .unit = "rad",
         .range = left_open(0, det::kPi),
         .doc = "At low speed it drives forward to goals within this of ahead."}),
    field<&WheeledKeys::min_forward_arc>(
        {.key = "min_forward_arc",
         .unit = "rad",
         .range = left_open(0, det::kPi),
         .doc = "At high speed within this; in between as far as it turns in arc_time."}),
    field<&WheeledKeys::arc_time>(
        {.key = "arc_time",
         .unit = "s",
         .range = left_open(0, 1e3),
         .doc = "How long it may take to turn to a goal that it drives to forward."}),
    field<&WheeledKeys::reverse_range>({.key = "reverse_range",
                                        .unit = "m",
                                        .range = closed(0, 1e5),
                                        .doc = "It backs to goals behind it that are no farther away."}),
    field<&WheeledKeys::arrive_radius>({.key = "arrive_radius",
                                        .unit = "m",
                                        .range = closed(0.2, 1e5),
                                        .doc = "So near to a place the driver is there, or as near as a goal "
                                               "of the agent asks; it makes room for "
                                               "places that its circles do not get as near to."}),
    field<&WheeledKeys::arc_margin_factor>(
        {.key = "arc_margin_factor",
         .range = left_open(0, 2),
         .doc = "Factor on the grip that the driver counts with; above 1 he is "
                "daring. With slip take 0.9 at most."}));

inline WheeledLimits limits_of(const WheeledKeys& keys, const World& world, AgentIndex agent,
                               const DriveLimits& body) {
  const auto value = [&](const Parameter& parameter) { return world.state.value(parameter, agent); };
  const WheeledLimits limits{.speeds = body.speeds,
                             .min_turn_radius = body.min_turn_radius,
                             .lateral_grip = body.lateral_grip,
                             .forward_arc = value(keys.forward_arc),
                             .min_forward_arc = value(keys.min_forward_arc),
                             .arc_time = value(keys.arc_time),
                             .reverse_range = value(keys.reverse_range),
                             .arrive_radius = value(keys.arrive_radius)};
  return with_arc_margin(limits, value(keys.arc_margin_factor));
}

inline DriverArcs arcs_on_wheels(const WheeledKeys& keys, const World& world, AgentIndex agent,
                                 const DriveLimits& body, double speed) {
  const WheeledLimits limits = limits_of(keys, world, agent, body);
  return {decision_arcs(limits, speed), limits.reverse_range};
}

// Who means to rest does so near enough to the place: once it is abeam, nothing but a loop gets nearer.
inline bool has_arrived(const WheeledLimits& limits, const ActuatorContext& context, AgentIndex agent,
                        const DriveGoal& goal) {
  return context.distance_to_rest(agent) <= limits.arrive_radius && goal.forward <= 0.0;
}

// Drives all of them, each in the gear that it remembers.
inline void drive_on_wheels(const WheeledKeys& keys, ActuatorContext& context,
                            std::span<const AgentIndex> agents) {
  drive_each(
      context, agents,
      [&](AgentIndex agent, const DrivenState& state, const std::optional<DriveTask>& task) -> DriveCommand {
        WheeledLimits limits = limits_of(keys, context.world(), agent, context.drive_limits(agent));
        limits.arrive_radius = smaller(limits.arrive_radius, context.goal_reach(agent));
        if (!task || has_arrived(limits, context, agent, task->goal)) return {};
        double& gear = context.memory(agent)[0];
        const DriveOrder order =
            decide(limits, static_cast<Gear>(gear), task->goal, task->speed, state.forward);
        gear = static_cast<double>(order.gear);
        const double speed = step_speed(limits.speeds, state.forward, order.speed, context.dt()).speed;
        const double most = max_turn_rate(limits, speed);
        return {order.speed, clamp(order.turn_rate, -most, most)};
      });
}

}  // namespace drover
