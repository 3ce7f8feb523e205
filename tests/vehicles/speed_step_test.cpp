#include "vehicles/speed_step.h"

#include "vehicles/drives.h"

namespace drover::speed_step_test {
namespace {

using namespace test;

constexpr SpeedLimits kCar;

TEST(SpeedStep, BrakesTowardZeroAndAcceleratesAway) {
  EXPECT_DOUBLE_EQ(step_speed(kCar, 10.0, 0.0, 0.1).speed, 9.2);
  EXPECT_DOUBLE_EQ(step_speed(kCar, 10.0, 15.0, 0.1).speed, 10.3);
  EXPECT_DOUBLE_EQ(step_speed(kCar, -2.0, 5.0, 0.1).speed, -1.2);
  EXPECT_DOUBLE_EQ(step_speed(kCar, -2.0, -4.0, 0.1).speed, -2.3);
  EXPECT_DOUBLE_EQ(step_speed(kCar, 0.0, -4.0, 0.1).speed, -0.3);
}

TEST(SpeedStep, EndsAtTheWantedAndAtTheTopSpeed) {
  EXPECT_EQ(step_speed(kCar, 10.0, 10.1, 0.1).speed, 10.1);
  EXPECT_EQ(step_speed(kCar, 10.0, 9.9, 0.1).speed, 9.9);
  EXPECT_EQ(step_speed(kCar, 14.9, 99.0, 0.1).speed, 15.0);
  EXPECT_EQ(step_speed(kCar, -3.9, -99.0, 0.1).speed, -4.0);
  EXPECT_DOUBLE_EQ(step_speed(kCar, 20.0, 99.0, 0.1).speed, 19.2);  // of a body that was pushed
  EXPECT_EQ(step_speed({.reverse_speed = 0.0}, 0.0, -3.0, 0.1).speed, 0.0);
}

TEST(SpeedStep, StopsExactlyBeforeItGoesTheOtherWay) {
  for (const double sense : {1.0, -1.0}) {
    const SpeedStep stop = step_speed(kCar, sense * 0.4, -sense * 4.0, 0.1);
    EXPECT_EQ(stop.speed, 0.0);
    EXPECT_DOUBLE_EQ(stop.way, sense * 0.01);  // u^2 / (2 brake), after half of the step
    EXPECT_DOUBLE_EQ(step_speed(kCar, 0.0, -sense * 4.0, 0.1).speed, -sense * 0.3);
  }
}

TEST(SpeedStep, BrakingDistanceDoesNotDependOnTheStep) {
  for (const double dt : {0.02, 0.05, 0.3, 7.0}) {
    for (const double start : {10.0, 15.0, 20.0}) {
      double speed = start;
      double wanted_way = 0.0;
      while (speed > 0.0) {
        const SpeedStep step = step_speed(kCar, speed, 0.0, dt);
        wanted_way += step.way;
        speed = step.speed;
      }
      speed = start;
      double pedal_way = 0.0;
      while (speed > 0.0) {
        const SpeedStep step = step_speed(kCar, speed, 0.0, 1.0, dt);
        pedal_way += step.way;
        speed = step.speed;
      }
      EXPECT_NEAR(wanted_way, start * start / 16.0, 1e-11);
      EXPECT_EQ(pedal_way, wanted_way);
    }
  }
}

TEST(SpeedStep, PedalsAreFractionsOfTheLimits) {
  EXPECT_DOUBLE_EQ(step_speed(kCar, 1.0, 0.5, 0.0, 0.1).speed, 1.15);
  EXPECT_DOUBLE_EQ(step_speed(kCar, 1.0, 0.0, 0.5, 0.1).speed, 0.6);
  EXPECT_DOUBLE_EQ(step_speed(kCar, 1.0, -0.5, 0.0, 0.1).speed, 0.6);  // throttle against the motion brakes
  EXPECT_DOUBLE_EQ(step_speed(kCar, -1.0, -0.5, 0.0, 0.1).speed, -1.15);
  EXPECT_DOUBLE_EQ(step_speed(kCar, 0.0, -7.0, 0.0, 0.1).speed, -0.3);
  EXPECT_EQ(step_speed(kCar, 1.0, 0.0, 0.0, 0.1).speed, 1.0);
  EXPECT_EQ(step_speed(kCar, 0.0, 1.0, 1.0, 0.1).speed, 0.0);  // the brake is stronger
}

TEST(DriveControls, DoWhatTheOrderWants) {
  Draws draws = draws_of("drive_controls");
  for (int i = 0; i < 1000; ++i) {
    const double speed = i % 7 == 0 ? 0.0 : uniform(draws, -4.0, 15.0);
    const double wanted = uniform(draws, -4.0, 15.0);
    const DriveControls controls = speed_controls(kCar, wanted, speed, 0.02);
    const SpeedStep by_pedals = step_speed(kCar, speed, controls.throttle, controls.brake, 0.02);
    ASSERT_NEAR(by_pedals.speed, step_speed(kCar, speed, wanted, 0.02).speed, 1e-14);
    ASSERT_LE(std::fabs(controls.throttle), 1.0);
    ASSERT_LE(controls.brake, 1.0);
    ASSERT_TRUE(controls.brake >= 0.0 && (controls.brake == 0.0 || controls.throttle == 0.0));
  }
}

TEST(DriveControls, SteerToTheSideOfTheTurn) {
  const double lock = std::atan(0.5);
  EXPECT_NEAR(steer_control(0.5, 5.0, 5.0, 2.5, lock), std::atan(0.25) / lock, 1e-15);
  EXPECT_NEAR(steer_control(0.5, -5.0, -5.0, 2.5, lock), -std::atan(0.25) / lock, 1e-15);
  EXPECT_EQ(steer_control(9.0, 5.0, 5.0, 2.5, lock), 1.0);
  EXPECT_EQ(steer_control(0.1, 0.0, 5.0, 2.5, lock), 1.0);
  EXPECT_EQ(steer_control(-0.1, 0.0, 5.0, 2.5, lock), -1.0);
  EXPECT_EQ(steer_control(0.1, 0.0, -4.0, 2.5, lock), -1.0);  // backward the nose comes left
  EXPECT_EQ(steer_control(0.0, 0.0, 5.0, 2.5, lock), 0.0);
}

}  // namespace
}  // namespace drover::speed_step_test
