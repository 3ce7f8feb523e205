#include "vehicles/turning_laws.h"

#include "vehicles/drives.h"

namespace drover::turning_laws_test {
namespace {

using namespace test;

TEST(TurningLaws, WheelsDoNotTurnAStandingCar) {
  EXPECT_EQ(wheeled_turn_rate(0.0, 5.0, 6.87), 0.0);
  EXPECT_EQ(wheeled_turn_rate(1e-10, 5.0, 6.87), 0.0);
  EXPECT_EQ(tracked_turn_rate(0.0, 1.5, 6.87), 1.5);
}

TEST(TurningLaws, SlowVehiclesAreLimitedByTheirCircleAndFastOnesByGrip) {
  EXPECT_EQ(wheeled_turn_rate(2.0, 5.0, 6.87), 0.4);
  EXPECT_EQ(wheeled_turn_rate(-2.0, 5.0, 6.87), 0.4);
  EXPECT_EQ(wheeled_turn_rate(10.0, 5.0, 6.87), 0.687);
  EXPECT_EQ(tracked_turn_rate(3.0, 1.5, 6.87), 1.5);
  EXPECT_EQ(tracked_turn_rate(-10.0, 1.5, 6.87), 0.687);
}

TEST(TurningLaws, TheRadiusIsThatOfTheGreatestTurnRate) {
  for (const double v : {0.5, 2.0, 5.860887, 5.87, 9.0, 30.0})
    EXPECT_NEAR(turning_radius(v, 5.0, 6.87), v / wheeled_turn_rate(v, 5.0, 6.87), 1e-13 * v * v);
  EXPECT_EQ(turning_radius(0.0, 5.0, 6.87), 5.0);
}

TEST(TurningLaws, BrakingDistances) {
  EXPECT_EQ(braking_distance(10.0, 8.0), 6.25);
  EXPECT_EQ(braking_distance(15.0, 8.0), 14.0625);
  EXPECT_EQ(braking_distance(-20.0, 8.0), 25.0);
}

TEST(Unicycle, RunsOnAPolygonOfTheCircumradius) {
  UnicycleState state{.speed = 5.0};
  const double dt = 0.02;
  std::vector<Vec3> corners;
  for (int i = 0; i < 100; ++i) {
    corners.push_back(state.pose.position);
    state = step_unicycle(state, 5.0, 1.0, dt);
  }
  // Through the first three corners.
  const double a = length(corners[1] - corners[0]);
  const double b = length(corners[2] - corners[1]);
  const double c = length(corners[2] - corners[0]);
  const double area = 0.5 * std::fabs(cross(corners[1] - corners[0], corners[2] - corners[0]).z);
  EXPECT_NEAR(a * b * c / (4.0 * area), 5.0 * dt / (2.0 * std::sin(0.5 * dt)), 1e-9);
  EXPECT_NEAR(a * b * c / (4.0 * area), 5.0000833, 5e-8);
}

TEST(Unicycle, LimitsTheTurnByTheNewSpeed) {
  const WheeledLimits car;
  const UnicycleState state = step_unicycle(car, {}, {Gear::drive, 15.0, 10.0}, 0.02);
  EXPECT_DOUBLE_EQ(state.speed, 0.06);
  EXPECT_DOUBLE_EQ(state.turn_rate, 0.06 / 5.0);
  EXPECT_EQ(step_unicycle(car, {}, {Gear::drive, 0.0, 10.0}, 0.02).turn_rate, 0.0);
}

TEST(Unicycle, SemiImplicitBrakingIsShorter) {
  UnicycleState state{.speed = 15.0};
  while (state.speed > 0.0)
    state = step_unicycle(WheeledLimits{}, state, {Gear::drive, 0.0, 0.0}, 0.02);
  EXPECT_EQ(state.speed, 0.0);
  EXPECT_NEAR(state.pose.position.x, 13.9128, 5e-5);
}

}  // namespace
}  // namespace drover::turning_laws_test
