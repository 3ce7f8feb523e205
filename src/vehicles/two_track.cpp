#include "vehicles/two_track.h"

#include <cmath>

#include "vehicles/turning_laws.h"

namespace drover {
namespace {

TrackMotion within_turn_limits(const TwoTrackBody& body, const TrackMotion& motion) {
  const double limit = tracked_turn_rate(motion.speed, body.spot_turn_rate, body.lateral_grip);
  return {motion.speed, clamp(motion.turn_rate, -limit, limit)};
}

}  // namespace

TrackMotion track_motion(const TwoTrackBody& body, const TrackSpeeds& tracks) {
  return {0.5 * (tracks.left + tracks.right), (tracks.right - tracks.left) / (body.scrub * body.track_gauge)};
}

TrackSpeeds track_speeds(const TwoTrackBody& body, const TrackMotion& motion) {
  const double half = 0.5 * motion.turn_rate * body.scrub * body.track_gauge;
  return {motion.speed - half, motion.speed + half};
}

TrackSpeeds wanted_tracks(const TwoTrackBody& body, const TrackMotion& wanted) {
  const double top = body.speeds.max_speed;
  const TrackMotion motion{clamp(wanted.speed, -body.speeds.reverse_speed, top), wanted.turn_rate};
  const TrackSpeeds tracks = track_speeds(body, within_turn_limits(body, motion));
  return {clamp(tracks.left, -top, top), clamp(tracks.right, -top, top)};
}

TrackSpeeds wanted_tracks(const TwoTrackBody& body, const TrackSpeeds& tracks, const DriveOrder& order,
                          double dt) {
  const double speed = track_motion(body, tracks).speed;
  return wanted_tracks(body,
                       TrackMotion{step_speed(body.speeds, speed, order.speed, dt).speed, order.turn_rate});
}

TrackSpeeds wanted_tracks(const TwoTrackBody& body, const DriveControls& controls) {
  const double top = body.speeds.max_speed;
  const TrackSpeeds levers{top * clamp(controls.throttle - controls.steer, -1.0, 1.0),
                           top * clamp(controls.throttle + controls.steer, -1.0, 1.0)};
  return wanted_tracks(body, track_motion(body, levers));
}

TwoTrackState step_two_track(const TwoTrackBody& body, const TwoTrackState& state, const TrackSpeeds& wanted,
                             double dt) {
  SpeedLimits track = body.speeds;
  track.reverse_speed = track.max_speed;  // a track alone runs backward as fast
  const SpeedStep left = step_speed(track, state.tracks.left, wanted.left, dt);
  const SpeedStep right = step_speed(track, state.tracks.right, wanted.right, dt);
  const TrackMotion reached = within_turn_limits(body, track_motion(body, {left.speed, right.speed}));
  const TrackMotion mean = within_turn_limits(body, track_motion(body, {left.way / dt, right.way / dt}));
  return {travel_turn(state.pose, mean.speed * dt, mean.turn_rate * dt), track_speeds(body, reached)};
}

}  // namespace drover
