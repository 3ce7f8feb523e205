#include "observe/record/fake_orientation.h"

#include <cmath>

#include <gtest/gtest.h>

#include "core/det_math.h"

namespace drover::fake_orientation_test {
namespace {

constexpr double kDegree = det::kPi / 180.0;

void expect_near(const Quaternion& q, const Quaternion& expected, double tolerance = 1e-6) {
  const Quaternion c = canonical(q);
  EXPECT_NEAR(c.w, expected.w, tolerance);
  EXPECT_NEAR(c.x, expected.x, tolerance);
  EXPECT_NEAR(c.y, expected.y, tolerance);
  EXPECT_NEAR(c.z, expected.z, tolerance);
}

Quaternion yawed(double yaw) {
  return orientation_at({.yaw = yaw});
}

TEST(FakeOrientation, RollsByTheRateOfTheTurnAndNeverToNinetyDegrees) {
  const auto roll_at = [](double rate, Lean lean) {
    return angles_of(fake_orientation({{}, {2.0, 0.0, 0.0}, rate}, {.roll_scale = 0.5, .lean = lean})).roll /
           kDegree;
  };
  EXPECT_NEAR(roll_at(0.5, Lean::into), -45.0, 1e-9) << "the left wing goes down in a turn to the left";
  EXPECT_NEAR(roll_at(1.5, Lean::into), -71.5650511771, 1e-9);
  EXPECT_NEAR(roll_at(-1.5, Lean::into), 71.5650511771, 1e-9);
  EXPECT_NEAR(roll_at(1.5, Lean::outward), 71.5650511771, 1e-9);
  EXPECT_GT(roll_at(1e4, Lean::into), -90.0);
}

TEST(FakeOrientation, ClimbsAlongTheVelocityAndLeansLeftInALeftTurn) {
  const FakeOrientationDef params = {.full_speed = 1.0, .roll_scale = 0.5};
  const Quaternion q = fake_orientation({{}, {3.0, 0.0, 4.0}, 0.5}, params);
  EXPECT_NEAR(angles_of(q).pitch / kDegree, 53.1301, 1e-4);
  expect_near(q, {0.826343, -0.342282, -0.413171, -0.171141});
  const Frame frame = frame_of(q);
  EXPECT_LT(length(frame.forward - Vec3{0.6, 0.0, 0.8}), 1e-12);
  EXPECT_LT(length(frame.up - Vec3{-0.565685, 0.707107, 0.424264}), 1e-6);
}

// Exercise 3.23 of the source with the axes and signs of this program.
TEST(FakeOrientation, SolvesTheExerciseOfItsSource) {
  const FakeOrientationDef params = {.full_speed = 1.0, .roll_scale = det::kPi / 4.0};
  const Quaternion q = fake_orientation({yawed(det::kPi / 4.0), {1.0, 5.0, 4.0}, det::kPi / 16.0}, params);
  EXPECT_NEAR(angles_of(q).pitch / kDegree, 38.1129, 1e-4);
  EXPECT_NEAR(angles_of(q).roll / kDegree, -14.0362, 1e-4);
  expect_near(q, {0.881972, 0.017314, -0.343581, 0.322145});
}

TEST(FakeOrientation, GoesHalfTheWayAtHalfTheSpeed) {
  const FakeOrientationDef params = {.full_speed = 10.0, .roll_scale = 0.5};
  const Quaternion q = fake_orientation({{}, {3.0, 0.0, 4.0}, 0.5}, params);
  expect_near(q, {0.955600, -0.179093, -0.216184, -0.089546});
  EXPECT_NEAR(2.0 * length(rotation_vector(q)) / kDegree, 68.5502, 1e-4);
}

TEST(FakeOrientation, IsContinuousAtFullSpeedAndAtRest) {
  const FakeOrientationDef params = {.full_speed = 2.0};
  const Quaternion own = orientation_at({.yaw = 1.0, .pitch = 0.3, .roll = -0.2});
  const auto at_speed = [&](double speed) {
    return fake_orientation({own, Vec3{0.6, 0.0, 0.8} * speed, 0.7}, params);
  };
  EXPECT_EQ(at_speed(0.0), own);
  EXPECT_LT(length(rotation_between(own, at_speed(1e-6))), 1e-6);
  EXPECT_LT(length(rotation_between(at_speed(2.0 - 1e-9), at_speed(2.0 + 1e-9))), 1e-8);
  EXPECT_LT(length(rotation_between(at_speed(2.0), at_speed(100.0))), 1e-12);
}

// A car's suspension: a large scale, outward and level.
TEST(FakeOrientation, StaysLevelWithoutPitch) {
  const Quaternion q = fake_orientation({{}, {3.0, 0.0, 4.0}, 0.5},
                                        {.roll_scale = 5.0, .lean = Lean::outward, .use_pitch = false});
  EXPECT_NEAR(angles_of(q).pitch, 0.0, 1e-12);
  EXPECT_NEAR(angles_of(q).roll, std::atan2(0.5, 5.0), 1e-12);
}

}  // namespace
}  // namespace drover::fake_orientation_test
