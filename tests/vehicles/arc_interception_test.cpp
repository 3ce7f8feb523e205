#include "vehicles/arc_interception.h"

#include "vehicles/arc_to_point.h"
#include "vehicles/curves.h"

namespace drover::arc_interception_test {
namespace {

using namespace test;

constexpr double kPi = std::numbers::pi;

// At full speed, 5 m/s, on circles of 5 m.
constexpr ArcDrive kSteady = {.radius = 5.0, .speed = 5.0, .accel = 3.0, .max_speed = 5.0};

double time_to(const MovingPoint& point, const ArcDrive& drive = kSteady) {
  const auto time = arc_interception(pose_of(0, 0, 0), point, drive);
  EXPECT_TRUE(time);
  return time.value_or(-1.0);
}

TEST(ArcInterception, StandingAheadIsDistanceOverSpeed) {
  EXPECT_NEAR(time_to({{12, 0, 0}, {}}), 2.4, 1e-9);
}

TEST(ArcInterception, AheadOfAVehicleThatSpeedsUp) {
  // 3 m/s^2 for 3 s are 13.5 m; for 5 s 37.5 m to 15 m/s, and 15 m more in another second.
  const ArcDrive from_rest{.radius = 5.0, .speed = 0.0, .accel = 3.0, .max_speed = 15.0};
  EXPECT_NEAR(time_to({{13.5, 0, 0}, {}}, from_rest), 3.0, 1e-9);
  EXPECT_NEAR(time_to({{52.5, 0, 0}, {}}, from_rest), 6.0, 1e-9);
  // It is caught up after 6 s, too, where it is 12 m farther then.
  EXPECT_NEAR(time_to({{40.5, 0, 0}, {2, 0, 0}}, from_rest), 6.0, 1e-9);
}

TEST(ArcInterception, AbreastAndBehindTakeTheArc) {
  for (const double side : {1.0, -1.0}) {
    EXPECT_NEAR(time_to({{5, 9 * side, 0}, {}}), (2.5 * kPi + 4.0) / 5.0, 1e-9);
    EXPECT_NEAR(time_to({{-4, 10 * side, 0}, {}}), (5.0 * kPi + 4.0) / 5.0, 1e-9);
  }
}

// After as long as the vehicle needs to (5, 9) the point is there.
TEST(ArcInterception, AMovingPointIsMetWhereItWillBe) {
  const double time = (2.5 * kPi + 4.0) / 5.0;
  EXPECT_NEAR(time_to({{5 - 2 * time, 9 + time, 0}, {2, -1, 0}}), time, 1e-9);
}

TEST(ArcInterception, InsideOfTheCircleItWaitsHalfASecond) {
  EXPECT_FALSE(arc_interception(pose_of(0, 0, 0), {{0, 5, 0}, {}}, kSteady));
  // 2 m to the border of the circle about (0, 5): 0.4 s, and 1 s.
  EXPECT_TRUE(arc_interception(pose_of(0, 0, 0), {{-3, 5, 0}, {-5, 0, 0}}, {5.0, 5.0, 3.0, 15.0}));
  EXPECT_FALSE(arc_interception(pose_of(0, 0, 0), {{-3, 5, 0}, {-2, 0, 0}}, {5.0, 5.0, 3.0, 15.0}));
}

TEST(ArcInterception, WhatIsFasterAndFleesIsNeverMet) {
  EXPECT_FALSE(arc_interception(pose_of(0, 0, 0), {{10, 0, 0}, {5.1, 0, 0}}, kSteady));
  EXPECT_FALSE(arc_interception(pose_of(0, 0, 0), {{10, 0, 0}, {5, 0, 0}}, kSteady));
}

double way_driven(const ArcDrive& drive, double time) {
  const double ramp = std::min(time, (drive.max_speed - drive.speed) / drive.accel);
  return drive.speed * ramp + 0.5 * drive.accel * ramp * ramp + drive.max_speed * (time - ramp);
}

// How much farther than it has driven the vehicle has to go to where the point is after a time [m].
std::optional<double> missing_way(const PlanarPose& start, const MovingPoint& point, const ArcDrive& drive,
                                  double time) {
  const Vec3 place = point.position + point.velocity * time;
  const double side = in_body_frame(start, place).y < 0.0 ? -1.0 : 1.0;
  const auto curve = arc_to_point(start, place, {drive.radius, side});
  if (!curve) return std::nullopt;
  return curve->length - way_driven(drive, time);
}

struct Chase {
  PlanarPose start;
  MovingPoint point;
  ArcDrive drive;
};

Chase random_chase(Draws& draws) {
  Chase chase;
  chase.start = random_pose(draws, 10.0);
  chase.point.position = random_goal(draws);
  chase.point.velocity = {uniform(draws, -6, 6), uniform(draws, -6, 6), 0.0};
  chase.drive.radius = uniform(draws, 0.5, 12.0);
  chase.drive.speed = uniform(draws, 0.0, 10.0);
  chase.drive.accel = uniform(draws, 0.5, 8.0);
  chase.drive.max_speed = chase.drive.speed + uniform(draws, 0.0, 10.0);
  return chase;
}

TEST(ArcInterception, IsTheFirstTimeAtWhichTheWayIsDriven) {
  Draws draws = draws_of("arc_interception");
  int met = 0;
  for (int i = 0; i < 2000; ++i) {
    const Chase c = random_chase(draws);
    const auto time = arc_interception(c.start, c.point, c.drive);
    if (!time) continue;
    ++met;
    const auto missing = missing_way(c.start, c.point, c.drive, *time);
    ASSERT_TRUE(missing) << i;
    EXPECT_NEAR(*missing, 0.0, 1e-6) << i;
    for (int part = 0; part < 20; ++part) {
      const auto before = missing_way(c.start, c.point, c.drive, *time * part / 20.0);
      EXPECT_TRUE(!before || *before > -1e-6) << i << ", " << part;
    }
  }
  EXPECT_GT(met, 1000);
}

TEST(ArcInterception, IsMirroredToTheLastBitAndTurned) {
  Draws draws = draws_of("mirrored interception");
  for (int i = 0; i < 500; ++i) {
    const Chase c = random_chase(draws);
    const auto time = arc_interception(pose_of(0, 0, 0), c.point, c.drive);
    const MovingPoint mirrored{{c.point.position.x, -c.point.position.y, 0.0},
                               {c.point.velocity.x, -c.point.velocity.y, 0.0}};
    EXPECT_EQ(arc_interception(pose_of(0, 0, 0), mirrored, c.drive), time) << i;
    const Frame frame = upright(c.start.heading);
    const MovingPoint turned{c.start.position + frame.vector(c.point.position),
                             frame.vector(c.point.velocity)};
    const auto again = arc_interception(c.start, turned, c.drive);
    ASSERT_EQ(again.has_value(), time.has_value()) << i;
    if (!time) continue;
    EXPECT_NEAR(*again, *time, 1e-7) << i;
  }
}

}  // namespace
}  // namespace drover::arc_interception_test
