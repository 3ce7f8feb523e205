// differential_drive: a robot with two driven wheels. Siegwart, Nourbakhsh and Scaramuzza, Introduction to
// Autonomous Mobile Robots, 2nd ed., 3.2.
#include "locomotion/tracks.h"

namespace drover {
namespace {

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

double scrub_of(const DifferentialDriveDef&, const World&, AgentIndex) {
  return 1.0;
}

constexpr TypedLocomotion<DifferentialDriveDef> kTypedDifferentialDrive = typed_tracks<DifferentialDriveDef>(
    {.name = "differential_drive",
     .summary = "A robot with two driven wheels, which turn it by their difference, on the spot too.",
     .source = "Siegwart, Nourbakhsh and Scaramuzza, Introduction to Autonomous Mobile Robots, 2nd ed., 3.2",
     .example = R"({"type": "differential_drive", "track_gauge": 0.5})",
     .related = "two_track, tank",
     .not_in_space = kDrivenNotInSpace},
    kDifferentialDriveFields);

}  // namespace

extern constexpr LocomotionKind kDifferentialDrive = make_locomotion<kTypedDifferentialDrive>();

}  // namespace drover
