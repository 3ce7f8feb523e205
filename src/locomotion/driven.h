// What bodies have in common that are driven: a speed along the heading, and controls that can be recorded
// instead of being found. Millington, AI for Games, 3rd ed., 3.8.3.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "core/frame.h"
#include "sim/definitions/drive_limits.h"
#include "sim/definitions/typed_kinds.h"
#include "sim/step/locomotion_context.h"
#include "vehicles/drive_controls.h"

namespace drover {

inline constexpr std::string_view kDrivenNotInSpace = "it drives on the ground; in space bank_turn flies";

struct SpeedKeys {
  Parameter accel = 3.0;
  Parameter brake = 8.0;
  Parameter reverse_speed = 4.0;
};

inline constexpr Range kDriveRates = left_open(0, 1e4);

inline constexpr auto kSpeedFields =
    fields(field<&SpeedKeys::accel>({.key = "accel",
                                     .unit = "m/s^2",
                                     .range = kDriveRates,
                                     .doc = "How fast it gains speed, forward and backward."}),
           field<&SpeedKeys::brake>({.key = "brake",
                                     .unit = "m/s^2",
                                     .range = kDriveRates,
                                     .doc = "How fast it loses speed where it is to."}),
           field<&SpeedKeys::reverse_speed>({.key = "reverse_speed",
                                             .unit = "m/s",
                                             .range = closed(0, 1e4),
                                             .doc = "How fast it goes backward; 0: it has no reverse gear. "
                                                    "Forward max_speed of the agent holds."}));

// The grip of the tires, and what a computer driver gets of it in addition.
struct GripKeys {
  Parameter lateral_grip = 6.87;
  Parameter ai_grip = 1.0;
};

inline constexpr auto kGripFields =
    fields(field<&GripKeys::lateral_grip>(
               {.key = "lateral_grip",
                .unit = "m/s^2",
                .range = kDriveRates,
                .doc = "Greatest speed times rate of turn. The default is 0.7 of gravity."}),
           field<&GripKeys::ai_grip>({.key = "ai_grip",
                                      .range = left_open(0, 1e3),
                                      .doc = "Factor on the grip while an actuator drives; recorded controls "
                                             "have the grip itself."}));

// Times with controls, each held until the next.
using ControlRows = Rows<5>;

inline constexpr FieldInfo kDriveControlsField = {
    .key = "controls",
    .doc =
        "Rows [time, throttle, brake, steer, handbrake], each held until the next: throttle and steer from "
        "-1 to 1, left positive, brake from 0 to 1, handbrake 0 or 1. The body then follows them and no "
        "behavior.",
    .otherwise = "its actuator drives it"};

std::vector<Problem> check_controls(const ControlRows& rows);

// Those of the last row that has begun; at rest before the first.
DriveControls recorded_controls(const ControlRows& rows, double time);

inline SpeedLimits speed_limits(const SpeedKeys& keys, const World& world, AgentIndex agent) {
  const double max_speed = world.state.limits.max_speed[agent];
  return {.accel = world.state.value(keys.accel, agent),
          .brake = world.state.value(keys.brake, agent),
          .max_speed = max_speed,
          .reverse_speed = smaller(max_speed, world.state.value(keys.reverse_speed, agent))};
}

// The grip that counts [m/s^2].
inline double grip_of(const GripKeys& keys, bool is_recorded, const World& world, AgentIndex agent) {
  const double grip = world.state.value(keys.lateral_grip, agent);
  return is_recorded ? grip : grip * world.state.value(keys.ai_grip, agent);
}

// The motion in S(t). Contacts may have turned the velocity from the heading: what is left along it counts.
inline DrivenState driven_state(const LocomotionContext& context, AgentIndex agent) {
  const Vec3 heading = context.state().heading(agent);
  const Frame frame = upright(heading);
  const Vec3 velocity = context.velocity(agent);
  return {.pose = {context.state().position(agent), heading},
          .forward = dot(velocity, frame.forward),
          .left = frame.left_part(velocity),
          .turn_rate = context.state().rotation[agent]};
}

// Writes the motion in S(t + dt).
inline void write_driven(LocomotionContext& context, AgentIndex agent, const DrivenState& state) {
  const Vec3 velocity = upright(state.pose.heading).vector({state.forward, state.left, 0.0});
  context.next().set_motion(agent, state.pose.position, velocity, state.pose.heading);
  context.next().rotation.set(agent, state.turn_rate);
}

}  // namespace drover
