#include "vehicles/two_track.h"

#include "vehicles/drives.h"

namespace drover::two_track_test {
namespace {

using namespace test;

constexpr double kPi = std::numbers::pi;

TEST(TwoTrack, TheMotionFollowsFromTheTracks) {
  const TrackMotion motion = track_motion({}, {2.0, 4.0});
  EXPECT_EQ(motion.speed, 3.0);
  EXPECT_DOUBLE_EQ(motion.turn_rate, 0.8);
  EXPECT_DOUBLE_EQ(motion.speed / motion.turn_rate, 3.75);
  const TrackSpeeds tracks = track_speeds({}, motion);
  EXPECT_DOUBLE_EQ(tracks.left, 2.0);
  EXPECT_DOUBLE_EQ(tracks.right, 4.0);
}

TEST(TwoTrack, RunsOnExactArcsAtAnyStep) {
  for (const int steps : {1, 7, 100}) {
    TwoTrackState state{.tracks = {2.0, 4.0}};
    for (int i = 0; i < steps; ++i)
      state = step_two_track({}, state, {2.0, 4.0}, 2.0 / steps);
    expect_near(state.pose.position, {3.75 * std::sin(1.6), 3.75 * (1.0 - std::cos(1.6)), 0}, 1e-12);
    expect_near(state.pose.position, {3.748401, 3.859498, 0}, 5e-7);
    EXPECT_NEAR(angle_of(state.pose.heading), 1.6, 1e-12);
  }
}

TEST(TwoTrack, TurnsAboutALockedTrack) {
  TwoTrackState state{.tracks = {0.0, 2.0}};
  const Vec3 locked{0.0, 1.25, 0.0};
  for (int i = 0; i < 50; ++i) {
    state = step_two_track({}, state, {0.0, 2.0}, 0.05);
    EXPECT_NEAR(length(state.pose.position - locked), 1.25, 1e-12);
  }
}

TEST(TwoTrack, SpinsOnTheSpot) {
  for (const auto& [scrub, rate] : {std::pair{1.0, 1.5}, {1.5, 1.0}}) {
    const TwoTrackBody body{.scrub = scrub};
    TwoTrackState state{.tracks = {-1.875, 1.875}};
    EXPECT_DOUBLE_EQ(track_motion(body, state.tracks).turn_rate, rate);
    for (int i = 0; i < 40; ++i)
      state = step_two_track(body, state, {-1.875, 1.875}, 0.05);
    EXPECT_EQ(state.pose.position, Vec3{});
    EXPECT_NEAR(angle_of(state.pose.heading), std::remainder(2.0 * rate, 2.0 * kPi), 1e-12);
  }
}

// From rest to rest: the tracks spin up at 1.5 m/s^2 each and stop at 4.
TEST(TwoTrack, TurnsAboutInTheTimeThatItsTracksTake) {
  TwoTrackState state;
  const TrackSpeeds spin = wanted_tracks({}, TrackMotion{0.0, 9.0});
  EXPECT_DOUBLE_EQ(spin.right, 1.875);
  for (int i = 0; i < 50; ++i)
    state = step_two_track({}, state, spin, 0.025);
  EXPECT_NEAR(track_motion({}, state.tracks).turn_rate, 1.5, 1e-12);
  EXPECT_NEAR(angle_of(state.pose.heading), 0.9375, 1e-12);
  state.pose = {};
  for (int i = 0; i < 7; ++i)
    state = step_two_track({}, state, {}, 0.07);
  EXPECT_EQ(state.tracks.left, 0.0);
  EXPECT_EQ(state.tracks.right, 0.0);
  EXPECT_NEAR(angle_of(state.pose.heading), 0.351563, 6e-7);
  EXPECT_NEAR(angle_of(state.pose.heading), 1.5 * 1.5 / (2.0 * 3.2), 1e-12);
  EXPECT_NEAR(1.25 + (kPi - 0.9375 - 0.3515625) / 1.5 + 0.46875, 2.953770, 5e-7);
}

TEST(TwoTrack, WantsNothingBeyondItsLimits) {
  const TwoTrackBody tank;
  const auto wanted = [&](double speed, double turn_rate) {
    return track_motion(tank, wanted_tracks(tank, TrackMotion{speed, turn_rate}));
  };
  EXPECT_EQ(wanted(99.0, 0.0).speed, 10.0);
  EXPECT_EQ(wanted(-99.0, 0.0).speed, -3.0);
  EXPECT_DOUBLE_EQ(wanted(0.0, -9.0).turn_rate, -1.5);
  EXPECT_NEAR(wanted(9.0, 9.0).turn_rate, 6.87 / 9.0, 1e-14);
  EXPECT_EQ(wanted_tracks(tank, TrackMotion{10.0, 0.5}).right, 10.0);  // no track is faster
  const TrackSpeeds levers = wanted_tracks(tank, DriveControls{.throttle = 0.1, .steer = 0.05});
  EXPECT_NEAR(levers.left, 0.5, 1e-14);
  EXPECT_NEAR(levers.right, 1.5, 1e-14);
  const TrackSpeeds back = wanted_tracks(tank, DriveControls{.throttle = -1.0});
  EXPECT_DOUBLE_EQ(back.left, -3.0);
}

TEST(TwoTrack, NeverTurnsHarderThanItGrips) {
  Draws draws = draws_of("two_track");
  const TwoTrackBody tank;
  TwoTrackState state;
  for (int i = 0; i < 3000; ++i) {
    TrackSpeeds wanted;
    if (i % 10 == 0)
      wanted = wanted_tracks(tank, TrackMotion{uniform(draws, -3.0, 10.0), uniform(draws, -1.5, 1.5)});
    state = step_two_track(tank, state, wanted, 0.02);
    const TrackMotion motion = track_motion(tank, state.tracks);
    ASSERT_LE(std::fabs(motion.speed * motion.turn_rate), 6.87 * (1.0 + 1e-12));
    ASSERT_LE(std::fabs(motion.turn_rate), 1.5 * (1.0 + 1e-12));
  }
}

// A tank on tracks gets everywhere, too.
TEST(TwoTrack, ReachesEveryGoal) {
  Draws draws = draws_of("two_track_goals");
  for (int i = 0; i < 300; ++i) {
    const Vec3 goal = random_goal(draws);
    TwoTrackState state;
    Gear gear = Gear::drive;
    double time = 0.0;
    for (; length(goal - state.pose.position) > 1.0 && time < 60.0; time += 0.02) {
      const TrackMotion motion = track_motion({}, state.tracks);
      const DriveOrder order =
          decide(TrackedLimits{}, gear, drive_goal(state.pose, goal), 10.0, motion.speed);
      gear = order.gear;
      state = step_two_track({}, state, wanted_tracks({}, state.tracks, order, 0.02), 0.02);
    }
    EXPECT_LT(time, 15.0) << i << ": " << goal.x << ", " << goal.y;
  }
}

}  // namespace
}  // namespace drover::two_track_test
