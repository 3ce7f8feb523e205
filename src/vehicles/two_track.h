// Bodies on two tracks, as tanks, or on two driven wheels: differential drive is a body without scrub (1).
#pragma once

#include "vehicles/drive_controls.h"
#include "vehicles/planar_pose.h"
#include "vehicles/speed_step.h"

namespace drover {

// A tank's.
struct TwoTrackBody {
  SpeedLimits speeds{.accel = 1.5, .brake = 4.0, .max_speed = 10.0, .reverse_speed = 3.0};
  double track_gauge = 2.5;     // B, between the tracks [m]
  double scrub = 1.0;           // e >= 1: tracks slip sideways, and turn as if e B were between them
  double spot_turn_rate = 1.5;  // w_0 [rad/s]
  double lateral_grip = 6.87;   // a_lat [m/s^2]
};

struct TrackSpeeds {
  double left = 0.0;  // [m/s]
  double right = 0.0;
};

struct TwoTrackState {
  PlanarPose pose{};  // the middle between the tracks
  TrackSpeeds tracks{};
};

// u = (v_l + v_r) / 2 [m/s] and w = (v_r - v_l) / (e B) [rad/s], and the reverse u -+ w e B / 2.
struct TrackMotion {
  double speed = 0.0;
  double turn_rate = 0.0;
};
TrackMotion track_motion(const TwoTrackBody& body, const TrackSpeeds& tracks);
TrackSpeeds track_speeds(const TwoTrackBody& body, const TrackMotion& motion);

// The wanted tracks for a motion within the limits: u between -reverse_speed and max_speed, |w| <= w_0 and
// |u w| <= a_lat, each track at most max_speed.
TrackSpeeds wanted_tracks(const TwoTrackBody& body, const TrackMotion& wanted);
// The motion of an order that a step can reach: u* is the speed at its end. Wanting more, both tracks
// accelerate as much as they can, and no difference is left for a turn.
TrackSpeeds wanted_tracks(const TwoTrackBody& body, const TrackSpeeds& tracks, const DriveOrder& order,
                          double dt);
// For controls: (throttle -+ steer) max_speed within +-max_speed, and then within the limits.
TrackSpeeds wanted_tracks(const TwoTrackBody& body, const DriveControls& controls);

// Each track follows what is wanted of it by accel, and by brake toward 0, where it stops exactly. Then the
// exact arc of the mean of what both tracks did in the step. The limits of w hold for what the tracks reach,
// too.
TwoTrackState step_two_track(const TwoTrackBody& body, const TwoTrackState& state, const TrackSpeeds& wanted,
                             double dt);

}  // namespace drover
