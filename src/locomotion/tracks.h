// Bodies on two tracks or driven wheels side by side, which turn by their difference: what tanks and robots
// have in common. Millington, AI for Games, 3rd ed., 3.8.3 ("Tracked vehicles"); see vehicles/two_track.h. A
// kind has a member `tracks` and a function scrub_of().
#pragma once

#include "locomotion/driven.h"
#include "vehicles/two_track.h"

namespace drover {

struct TrackKeys {
  SpeedKeys speeds{.accel = 1.5, .brake = 4.0, .reverse_speed = 3.0};
  GripKeys grip;
  Parameter track_gauge = 2.5;
  Parameter turn_rate = 1.5;
  ControlRows controls;
};

inline constexpr auto kTrackFields = join(
    join(embed<&TrackKeys::speeds>(kSpeedFields), embed<&TrackKeys::grip>(kGripFields)),
    fields(field<&TrackKeys::track_gauge>({.key = "track_gauge",
                                           .unit = "m",
                                           .range = closed(1e-2, 1e3),
                                           .doc = "Distance between the tracks, or the wheels."}),
           field<&TrackKeys::turn_rate>(
               {.key = "turn_rate", .unit = "rad/s", .range = kDriveRates, .doc = "Greatest rate of turn."}),
           field<&TrackKeys::controls>(kDriveControlsField)));

// What the body remembers.
enum TrackMemory : std::size_t { left_track, right_track };
inline constexpr std::array<std::string_view, 2> kTrackMemory = {"left_track", "right_track"};

inline TwoTrackBody body_of(const TrackKeys& keys, double scrub, const World& world, AgentIndex agent) {
  return {.speeds = speed_limits(keys.speeds, world, agent),
          .track_gauge = world.state.value(keys.track_gauge, agent),
          .scrub = scrub,
          .spot_turn_rate =
              smaller(world.state.limits.max_turn_rate[agent], world.state.value(keys.turn_rate, agent)),
          .lateral_grip = grip_of(keys.grip, !keys.controls.empty(), world, agent)};
}

inline DriveLimits limits_of(const TwoTrackBody& body) {
  return {.speeds = body.speeds, .turn_rate = body.spot_turn_rate, .lateral_grip = body.lateral_grip};
}

inline TrackSpeeds tracks_for(const TwoTrackBody& body, const DrivenState& state, const DriveCommand& command,
                              double dt) {
  const TrackSpeeds tracks = track_speeds(body, {state.forward, state.turn_rate});
  return wanted_tracks(body, tracks, {Gear::drive, command.speed, command.turn_rate}, dt);
}

inline DrivenState step_tracks(const TwoTrackBody& body, const DrivenState& state, const TrackSpeeds& wanted,
                               double dt) {
  const TrackSpeeds tracks = track_speeds(body, {state.forward, state.turn_rate});
  const TwoTrackState next = step_two_track(body, {state.pose, tracks}, wanted, dt);
  const TrackMotion motion = track_motion(body, next.tracks);
  return {.pose = next.pose, .forward = motion.speed, .turn_rate = motion.turn_rate};
}

inline void advance_tracks(const TrackKeys& keys, double scrub, LocomotionContext& context, AgentIndex i) {
  const World& world = context.world();
  const TwoTrackBody body = body_of(keys, scrub, world, i);
  const DrivenState state = driven_state(context, i);
  const TrackSpeeds wanted = keys.controls.empty()
                                 ? tracks_for(body, state, context.drive_command(i), context.dt())
                                 : wanted_tracks(body, recorded_controls(keys.controls, world.time()));
  const DrivenState next = step_tracks(body, state, wanted, context.dt());
  write_driven(context, i, next);
  const TrackSpeeds tracks = track_speeds(body, {next.forward, next.turn_rate});
  context.memory(i)[left_track] = tracks.left;
  context.memory(i)[right_track] = tracks.right;
}

template <class Def>
DriveLimits track_limits(const Def& def, const World& world, AgentIndex agent) {
  return limits_of(body_of(def.tracks, scrub_of(def, world, agent), world, agent));
}

template <class Def>
DrivenState track_step(const Def& def, const World& world, AgentIndex agent, const DrivenState& state,
                       const DriveCommand& command) {
  const TwoTrackBody body = body_of(def.tracks, scrub_of(def, world, agent), world, agent);
  const double dt = world.model().dt;
  return step_tracks(body, state, tracks_for(body, state, command, dt), dt);
}

template <class Def>
void advance_on_tracks(const Def& def, LocomotionContext& context, std::span<const AgentIndex> agents) {
  for (const AgentIndex i : agents)
    advance_tracks(def.tracks, scrub_of(def, context.world(), i), context, i);
}

template <class Def>
std::vector<Problem> check_tracks(const Def& def) {
  return check_controls(def.tracks.controls);
}

template <class Def>
constexpr TypedLocomotion<Def> typed_tracks(const KindInfo& info, std::span<const Field> fields) {
  return {.info = info,
          .fields = fields,
          .check = check_tracks<Def>,
          .takes = RequestUnit::drive,
          .turns = true,
          .advance = advance_on_tracks<Def>,
          .memory = kTrackMemory,
          .drive_limits = track_limits<Def>,
          .drive_step = track_step<Def>};
}

}  // namespace drover
