// two_track: two tracks or driven wheels side by side, which turn the body by their difference: tanks, and
// with narrow gauge and no scrub robots. Millington, AI for Games, 3rd ed., 3.8.3 ("Tracked vehicles");
// Siegwart, Nourbakhsh and Scaramuzza, Introduction to Autonomous Mobile Robots, 2nd ed., 3.2 (differential
// drive).
#include "vehicles/two_track.h"

#include "locomotion/driven.h"

namespace drover {
namespace {

struct TrackKeys {
  SpeedKeys speeds{.accel = 1.5, .brake = 4.0, .reverse_speed = 3.0};
  GripKeys grip;
  Parameter track_gauge = 2.5;
  Parameter turn_rate = 1.5;
  ControlRows controls;
};

constexpr auto kTrackFields = join(
    join(embed<&TrackKeys::speeds>(kSpeedFields), embed<&TrackKeys::grip>(kGripFields)),
    fields(field<&TrackKeys::track_gauge>({.key = "track_gauge",
                                           .unit = "m",
                                           .range = closed(1e-2, 1e3),
                                           .doc = "Distance between the tracks, or the wheels."}),
           field<&TrackKeys::turn_rate>(
               {.key = "turn_rate", .unit = "rad/s", .range = kDriveRates, .doc = "Greatest rate of turn."}),
           field<&TrackKeys::controls>(kDriveControlsField)));

struct TwoTrackDef {
  TrackKeys tracks;
  Parameter scrub = 1.0;
};

constexpr auto kTwoTrackFields = join(
    embed<&TwoTrackDef::tracks>(kTrackFields),
    fields(field<&TwoTrackDef::scrub>(
        {.key = "scrub",
         .range = closed(1, 1e3),
         .doc = "Tracks slip sideways in a turn: it turns as if the gauge were so many times as wide."})));

// The wheels of a robot.
TrackKeys robot_keys() {
  TrackKeys keys;
  keys.speeds = {.accel = 1.0, .brake = 2.0, .reverse_speed = 0.0};
  keys.track_gauge = 0.5;
  keys.turn_rate = 2.0;
  return keys;
}
struct DifferentialDriveDef {
  TrackKeys tracks = robot_keys();
};

constexpr auto kDifferentialDriveFields = embed<&DifferentialDriveDef::tracks>(kTrackFields);

// What the body remembers.
enum TrackMemory : std::size_t { left_track, right_track };
constexpr std::array<std::string_view, 2> kTrackMemory = {"left_track", "right_track"};

TwoTrackBody body_of(const TrackKeys& keys, double scrub, const World& world, AgentIndex agent) {
  return {.speeds = speed_limits(keys.speeds, world, agent),
          .track_gauge = world.state.value(keys.track_gauge, agent),
          .scrub = scrub,
          .spot_turn_rate =
              smaller(world.state.limits.max_turn_rate[agent], world.state.value(keys.turn_rate, agent)),
          .lateral_grip = grip_of(keys.grip, !keys.controls.empty(), world, agent)};
}

DriveLimits limits_of(const TwoTrackBody& body) {
  return {.speeds = body.speeds, .turn_rate = body.spot_turn_rate, .lateral_grip = body.lateral_grip};
}

TrackSpeeds tracks_for(const TwoTrackBody& body, const DrivenState& state, const DriveCommand& command,
                       double dt) {
  const TrackSpeeds tracks = track_speeds(body, {state.forward, state.turn_rate});
  return wanted_tracks(body, tracks, {Gear::drive, command.speed, command.turn_rate}, dt);
}

DrivenState step_tracks(const TwoTrackBody& body, const DrivenState& state, const TrackSpeeds& wanted,
                        double dt) {
  const TrackSpeeds tracks = track_speeds(body, {state.forward, state.turn_rate});
  const TwoTrackState next = step_two_track(body, {state.pose, tracks}, wanted, dt);
  const TrackMotion motion = track_motion(body, next.tracks);
  return {.pose = next.pose, .forward = motion.speed, .turn_rate = motion.turn_rate};
}

void advance_tracks(const TrackKeys& keys, double scrub, LocomotionContext& context, AgentIndex i) {
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

double scrub_of(const TwoTrackDef& def, const World& world, AgentIndex agent) {
  return world.state.value(def.scrub, agent);
}
double scrub_of(const DifferentialDriveDef&, const World&, AgentIndex) {
  return 1.0;
}

template <class Def>
DriveLimits drive_limits(const Def& def, const World& world, AgentIndex agent) {
  return limits_of(body_of(def.tracks, scrub_of(def, world, agent), world, agent));
}

template <class Def>
DrivenState drive_step(const Def& def, const World& world, AgentIndex agent, const DrivenState& state,
                       const DriveCommand& command) {
  const TwoTrackBody body = body_of(def.tracks, scrub_of(def, world, agent), world, agent);
  const double dt = world.model().dt;
  return step_tracks(body, state, tracks_for(body, state, command, dt), dt);
}

template <class Def>
void advance(const Def& def, LocomotionContext& context, std::span<const AgentIndex> agents) {
  for (const AgentIndex i : agents)
    advance_tracks(def.tracks, scrub_of(def, context.world(), i), context, i);
}

template <class Def>
std::vector<Problem> check(const Def& def) {
  return check_controls(def.tracks.controls);
}

template <class Def>
constexpr TypedLocomotion<Def> typed_tracks(const KindInfo& info, std::span<const Field> fields) {
  return {.info = info,
          .fields = fields,
          .check = check<Def>,
          .takes = RequestUnit::drive,
          .turns = true,
          .advance = advance<Def>,
          .memory = kTrackMemory,
          .drive_limits = drive_limits<Def>,
          .drive_step = drive_step<Def>};
}

constexpr TypedLocomotion<TwoTrackDef> kTypedTwoTrack = typed_tracks<TwoTrackDef>(
    {.name = "two_track",
     .summary = "A tank: two tracks, which turn it by their difference, on the spot too.",
     .source = "Millington, AI for Games, 3rd ed., 3.8.3",
     .example = R"({"type": "two_track", "track_gauge": 2.5, "scrub": 1.5})",
     .related = "differential_drive, bicycle, tank",
     .not_in_space = kDrivenNotInSpace},
    kTwoTrackFields);

constexpr TypedLocomotion<DifferentialDriveDef> kTypedDifferentialDrive = typed_tracks<DifferentialDriveDef>(
    {.name = "differential_drive",
     .summary = "A robot with two driven wheels, which turn it by their difference, on the spot too.",
     .source = "Siegwart, Nourbakhsh and Scaramuzza, Introduction to Autonomous Mobile Robots, 2nd ed., 3.2",
     .example = R"({"type": "differential_drive", "track_gauge": 0.5})",
     .related = "two_track, tank",
     .not_in_space = kDrivenNotInSpace},
    kDifferentialDriveFields);

}  // namespace

extern constexpr LocomotionKind kTwoTrack = make_locomotion<kTypedTwoTrack>();
extern constexpr LocomotionKind kDifferentialDrive = make_locomotion<kTypedDifferentialDrive>();

}  // namespace drover
