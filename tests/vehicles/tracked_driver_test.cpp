#include "vehicles/tracked_driver.h"

#include <array>

#include "vehicles/drives.h"

namespace drover::tracked_driver_test {
namespace {

using namespace test;

constexpr double kPi = std::numbers::pi;

TEST(TrackedArcs, TouchAtRestOnly) {
  const TrackedLimits tank;
  EXPECT_DOUBLE_EQ(decision_arcs(tank, 0.0).forward + decision_arcs(tank, 0.0).rear, kPi);
  EXPECT_LT(decision_arcs(tank, 0.01).forward + decision_arcs(tank, 0.01).rear, kPi);
  EXPECT_DOUBLE_EQ(decision_arcs(tank, -2.5).forward, 67.5 * kDegree);
  EXPECT_DOUBLE_EQ(decision_arcs(tank, 5.0).forward, 15.0 * kDegree);
  EXPECT_EQ(decision_arcs(tank, 9.0).rear, 0.0);
}

TEST(TrackedDriver, PivotsAtRestUntilTheGoalIsAhead) {
  const TrackedLimits tank;
  const DriveOrder pivot = decide(tank, Gear::drive, drive_goal(0, 20), 10.0, 0.0);
  EXPECT_EQ(pivot.speed, 0.0);
  EXPECT_NEAR(pivot.turn_rate, 1.5 * kPi, 1e-14);
  EXPECT_GT(decide(tank, Gear::drive, drive_goal(20, 1), 10.0, 0.0).speed, 0.0);
  const DriveOrder reverse = decide(tank, Gear::drive, drive_goal(-10, 9), 10.0, 0.0);
  EXPECT_EQ(reverse.gear, Gear::reverse);
  EXPECT_EQ(reverse.speed, 0.0);
  EXPECT_EQ(decide(tank, Gear::drive, drive_goal(-10, 1), 10.0, 0.0).speed, -3.0);
  EXPECT_EQ(decide(tank, Gear::drive, drive_goal(0, 20), 10.0, 4.0).speed, 0.0);  // between the arcs: stop
}

TEST(TrackedDriver, PivotsForTheTimeOfItsTurnRate) {
  for (const double b : {1.0, 2.0, -1.5}) {
    const double dt = 1e-3;
    UnicycleState state;
    const Vec3 goal = 50.0 * unit_vector(b);
    int ticks = 0;
    for (; state.speed == 0.0; ++ticks)
      state = step_unicycle(
          TrackedLimits{}, state,
          decide(TrackedLimits{}, Gear::drive, drive_goal(state.pose, goal), 10.0, state.speed), dt);
    EXPECT_NEAR(ticks * dt, (std::fabs(b) - kPi / 6.0) / 1.5, 2.0 * dt);
  }
}

TEST(TrackedDriver, TakesTheTimesOfTheSingleCases) {
  const TrackedLimits tank;
  EXPECT_NEAR(drive_to(tank, {.goal = {20, 0, 0}}).time, 5.04, 1e-9);
  EXPECT_NEAR(drive_to(tank, {.goal = {0, 20, 0}}).time, 5.74, 1e-9);
  EXPECT_NEAR(drive_to(tank, {.goal = {0, -20, 0}}).time, 5.74, 1e-9);
  EXPECT_NEAR(drive_to(tank, {.goal = {0, 4, 0}}).time, 2.70, 1e-9);
  EXPECT_NEAR(drive_to(tank, {.goal = {-6, 0, 0}}).time, 2.66, 1e-9);
}

TEST(TrackedDriver, ReachesEveryGoal) {
  constexpr std::array<double, 4> kStartSpeeds{0.0, 3.0, 8.0, 10.0};
  Draws draws = draws_of("tracked");
  std::vector<Drive> drives;
  for (std::size_t i = 0; i < 3000; ++i)
    drives.push_back(
        drive_to(TrackedLimits{}, {.goal = random_goal(draws), .start_speed = kStartSpeeds[i % 4]}));
  const Summary sum = summary_of(drives, 10.2);
  EXPECT_EQ(sum.missed, 0);
  EXPECT_NEAR(sum.mean, 5.6, 0.1);
  EXPECT_EQ(sum.slow, 0) << sum.longest;
  EXPECT_LE(sum.lateral, 6.87 * (1.0 + 1e-12));
}

}  // namespace
}  // namespace drover::tracked_driver_test
