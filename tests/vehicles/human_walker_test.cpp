#include "vehicles/human_walker.h"

#include <limits>

#include "vehicles/drives.h"

namespace drover::human_walker_test {
namespace {

using namespace test;

constexpr double kPi = std::numbers::pi;

TEST(Gaits, SnapToTheNearestSpeed) {
  EXPECT_EQ(nearest_gait_speed(kHumanGaits, 1.6), 1.2);  // a tie
  EXPECT_EQ(nearest_gait_speed(kHumanGaits, 1.7), 2.0);
  EXPECT_EQ(nearest_gait_speed(kHumanGaits, 0.4), 0.0);  // a tie
  EXPECT_EQ(nearest_gait_speed(kHumanGaits, 0.41), 0.8);
  EXPECT_EQ(nearest_gait_speed(kHumanGaits, 1.0), 1.0);
  EXPECT_EQ(nearest_gait_speed(kHumanGaits, 9.0), 4.0);
  EXPECT_EQ(nearest_gait_speed({}, 1.6), 1.6);
}

TEST(Gaits, TheBorderIsTheMeanAndBelongsToTheSlowerOne) {
  const double next = std::nextafter(1.6, 2.0);
  EXPECT_EQ(nearest_gait_speed(kHumanGaits, next), 2.0);
  EXPECT_GT(1.6 - 1.2, 2.0 - 1.6);  // why differences are not compared
}

TEST(HumanWalker, IsFastestAhead) {
  const HumanLimits human;
  EXPECT_DOUBLE_EQ(directional_speed(human, 0.0), 4.0);
  EXPECT_NEAR(directional_speed(human, 0.5 * kPi), 1.5, 1e-14);
  EXPECT_NEAR(directional_speed(human, -0.5 * kPi), 1.5, 1e-14);
  EXPECT_NEAR(directional_speed(human, kPi), 1.2, 1e-14);
  const double b = 0.7;
  EXPECT_NEAR(directional_speed(human, b),
              1.0 / std::sqrt(std::pow(std::cos(b) / 4.0, 2) + std::pow(std::sin(b) / 1.5, 2)), 1e-14);
}

TEST(HumanWalker, TurnsInASmallerArcTheFasterItGoes) {
  const HumanLimits human;
  EXPECT_DOUBLE_EQ(walking_arc(human, 0.0), 2.09);
  EXPECT_DOUBLE_EQ(walking_arc(human, 0.3), 2.09);
  EXPECT_DOUBLE_EQ(walking_arc(human, 4.0), 0.61);
  EXPECT_DOUBLE_EQ(walking_arc(human, 9.0), 0.61);
  EXPECT_DOUBLE_EQ(walking_arc(human, 2.15), 1.35);
}

TEST(HumanWalker, StepsToNearGoalsAndKeepsItsFacing) {
  const HumanMove step = walk({}, 0.0, drive_goal(-0.5, 0.0), 2.0, 0.02);
  EXPECT_NEAR(step.forward, -1.2, 1e-14);
  EXPECT_NEAR(step.left, 0.0, 1e-14);
  EXPECT_EQ(step.turn_rate, 0.0);
  EXPECT_NEAR(walk({}, 0.2, drive_goal(0.0, -0.01), 2.0, 0.02).left, -0.5, 1e-14);  // d / dt: not beyond it
  EXPECT_EQ(walk({}, 0.0, drive_goal(0.0, 0.5), 0.0, 0.02).left, 0.0);              // a request to rest
}

TEST(HumanWalker, TurnsOnTheSpotToWhatIsBehind) {
  const double dt = 1e-3;
  PlanarPose pose;
  double speed = 0.0;
  int ticks = 0;
  while (speed == 0.0) {
    const HumanMove move = walk({}, speed, drive_goal(pose, {-5, 0, 0}), 2.0, dt);
    EXPECT_EQ(move.forward, 0.0);
    EXPECT_GE(move.turn_rate, 0.0);  // exactly behind: left
    pose = travel_turn(pose, 0.0, move.turn_rate * dt);
    speed = move.speed;
    ++ticks;
  }
  EXPECT_NEAR(ticks * dt, (kPi - 5.0 * kDegree) / (2.0 * kPi), 2.0 * dt);
  EXPECT_NEAR(ticks * dt, 0.486, 3.0 * dt);
}

TEST(HumanWalker, GoesOnToGoalsInItsArcAndBrakesForOthers) {
  const HumanMove on = walk({}, 3.0, drive_goal(5.0, 1.0), 4.0, 0.02);
  EXPECT_DOUBLE_EQ(on.speed, 3.12);
  EXPECT_NEAR(on.turn_rate, std::atan2(1.0, 5.0) / 0.3, 1e-14);
  EXPECT_EQ(walk({}, 3.0, drive_goal(5.0, 5.0), 4.0, 0.02).turn_rate, 2.0);
  const HumanMove off = walk({}, 3.0, drive_goal(-5.0, 1.0), 4.0, 0.02);
  EXPECT_DOUBLE_EQ(off.speed, 2.88);
  EXPECT_EQ(off.turn_rate, 0.0);
  EXPECT_DOUBLE_EQ(walk({}, 0.35, drive_goal(-5.0, 1.0), 4.0, 0.02).speed, 0.3);  // slow, and no slower
}

TEST(HumanWalker, FollowsTheWantedSpeedThroughTheGapsOfItsGaits) {
  double speed = 0.0;
  double reached = 0.0;
  std::vector<double> shown;
  for (int tick = 0; tick < 100; ++tick) {
    const HumanMove move = walk({}, speed, drive_goal(100.0, 0.0), 3.0, 0.02);
    speed = move.speed;
    reached = move.forward;
    shown.push_back(move.forward);
  }
  EXPECT_EQ(reached, 3.0);
  EXPECT_TRUE(std::is_sorted(shown.begin(), shown.end()));
  for (const double v : shown)
    EXPECT_TRUE(v == 0.0 || (v >= 0.8 && v <= 1.2) || (v >= 2.0 && v <= 4.0)) << v;
}

TEST(HumanWalker, ReachesEveryGoal) {
  Draws draws = draws_of("human");
  for (int i = 0; i < 300; ++i) {
    const Vec3 goal = 0.5 * random_goal(draws);
    PlanarPose pose;
    double speed = uniform(draws, 0.0, 4.0);
    double time = 0.0;
    for (; length(goal - pose.position) > 0.3 && time < 60.0; time += 0.02) {
      // As an arrival wants it: slower near the goal.
      const double wanted = std::min(3.0, std::max(0.5, length(goal - pose.position)));
      const HumanMove move = walk({}, speed, drive_goal(pose, goal), wanted, 0.02);
      speed = move.speed;
      pose.position += upright(pose.heading).vector(move.forward, move.left) * 0.02;
      pose = travel_turn(pose, 0.0, move.turn_rate * 0.02);
    }
    EXPECT_LT(time, 30.0) << i << ": " << goal.x << ", " << goal.y;
  }
}

}  // namespace
}  // namespace drover::human_walker_test
