#include "vehicles/wheeled_driver.h"

#include <array>

#include "vehicles/drives.h"

namespace drover::wheeled_driver_test {
namespace {

using namespace test;

constexpr double kPi = std::numbers::pi;
constexpr std::array<double, 4> kStartSpeeds{0.0, 3.0, 8.0, 14.0};

double half_arc(const WheeledLimits& limits, double speed) {
  return decision_arcs(limits, speed).forward / kDegree;
}

TEST(WheeledArcs, ShrinkWithTheSpeed) {
  const WheeledLimits car;
  EXPECT_NEAR(touch_speed(car), 3.28, 5e-3);
  EXPECT_NEAR(touch_speed(motorbike_limits()), 2.19, 5e-3);
  EXPECT_NEAR(half_arc(car, touch_speed(car)), 120.0, 1e-9);
  EXPECT_NEAR(half_arc(car, 5.0), 78.7, 0.05);
  EXPECT_NEAR(half_arc(car, 8.0), 49.2, 0.05);
  EXPECT_NEAR(half_arc(car, -12.0), 32.8, 0.05);
  EXPECT_NEAR(half_arc(car, 20.0), 19.7, 0.05);
  EXPECT_NEAR(half_arc(car, 30.0), 15.0, 1e-9);
}

// A motorbike without a rear arc has arcs that touch only because its forward one is all round.
TEST(WheeledArcs, TouchAtLowSpeeds) {
  for (const WheeledLimits& limits : {WheeledLimits{}, motorbike_limits()}) {
    for (const double part : {0.0, 0.3, 1.0}) {
      const DecisionArcs arcs = decision_arcs(limits, part * touch_speed(limits));
      EXPECT_DOUBLE_EQ(arcs.forward + arcs.rear, kPi);
    }
    const DecisionArcs arcs = decision_arcs(limits, 1.01 * touch_speed(limits));
    EXPECT_LT(arcs.forward + arcs.rear, kPi);
  }
  EXPECT_EQ(decision_arcs(WheeledLimits{}, 2.0 * touch_speed(WheeledLimits{})).rear, 0.0);
  EXPECT_EQ(decision_arcs(motorbike_limits(), 0.0).rear, 0.0);
}

TEST(WheeledArcs, CountWithAMargin) {
  const WheeledLimits careful = with_arc_margin({}, 0.8);
  EXPECT_NEAR(half_arc(careful, 8.0), 39.362, 5e-4);
  EXPECT_NEAR(touch_speed(careful), 2.624147, 5e-7);
  const WheeledLimits bold = with_arc_margin({}, 1.3);
  EXPECT_NEAR(half_arc(bold, 8.0), 63.964, 5e-4);
  EXPECT_NEAR(touch_speed(bold), 4.264238, 5e-7);
}

Gear gear_after(const WheeledLimits& limits, Gear gear, double forward, double left, double speed = 0.0) {
  return decide(limits, gear, drive_goal(forward, left), 15.0, speed).gear;
}

TEST(WheeledDriver, ChoosesItsGearByArcAndRange) {
  const WheeledLimits car;
  EXPECT_EQ(gear_after(car, Gear::drive, 20, 0), Gear::drive);
  EXPECT_EQ(gear_after(car, Gear::drive, -6, 0), Gear::reverse);
  EXPECT_EQ(gear_after(car, Gear::drive, -15, 0), Gear::reverse);
  EXPECT_EQ(gear_after(car, Gear::drive, -15.01, 0), Gear::drive);
  EXPECT_EQ(gear_after(car, Gear::drive, -6, 0.01, 6.6), Gear::drive);  // from 2 v_touch on
  EXPECT_EQ(gear_after(motorbike_limits(), Gear::drive, -6, 0), Gear::drive);
  const Vec3 border = 10.0 * unit_vector(100.0 * kDegree);
  EXPECT_EQ(gear_after(car, Gear::reverse, border.x, border.y), Gear::reverse);  // |b| < 100 degrees ends it
  EXPECT_EQ(gear_after(car, Gear::reverse, border.x + 0.1, border.y), Gear::drive);
  EXPECT_EQ(gear_after(car, Gear::reverse, -17.99, 0), Gear::reverse);
  EXPECT_EQ(gear_after(car, Gear::reverse, -18.01, 0), Gear::drive);
}

TEST(WheeledDriver, MakesRoomForGoalsInsideItsCircles) {
  const WheeledLimits car;
  EXPECT_EQ(gear_after(car, Gear::drive, 1, 4), Gear::back);
  EXPECT_EQ(gear_after(car, Gear::drive, 1, -4), Gear::back);
  EXPECT_EQ(gear_after(car, Gear::drive, 0, 4), Gear::back);
  EXPECT_EQ(gear_after(car, Gear::drive, -1, 4), Gear::back);
  EXPECT_EQ(gear_after(car, Gear::drive, -4, 4), Gear::reverse);  // to what is behind it backs anyway
  EXPECT_EQ(gear_after(motorbike_limits(), Gear::drive, 1, 4), Gear::ahead);
  EXPECT_EQ(gear_after(car, Gear::drive, 0, 9), Gear::drive);  // 4 m from a center: r_a short of the circle
  EXPECT_EQ(gear_after(car, Gear::back, 5.9, 5), Gear::back);
  EXPECT_EQ(gear_after(car, Gear::back, 6, 5), Gear::drive);
}

TEST(WheeledDriver, OrdersWhatEachGearIsFor) {
  const WheeledLimits car;
  const DriveOrder back = decide(car, Gear::back, drive_goal(1, 4), 15.0, 0.0);
  EXPECT_EQ(back.speed, -4.0);
  EXPECT_EQ(back.turn_rate, 0.0);
  const DriveOrder ahead = decide(car, Gear::ahead, drive_goal(-1, 4), 15.0, 0.0);
  EXPECT_EQ(ahead.speed, 2.0 * touch_speed(car));
  EXPECT_EQ(ahead.turn_rate, 0.0);
  const DriveOrder reverse = decide(car, Gear::drive, drive_goal(-6, -1), 15.0, 0.0);
  EXPECT_EQ(reverse.speed, -4.0);
  EXPECT_NEAR(reverse.turn_rate, 3.0 * std::atan2(1.0, 6.0), 1e-14);  // the tail goes right, the nose left
  const DriveOrder between = decide(car, Gear::drive, drive_goal(0, -30), 15.0, 10.0);
  EXPECT_EQ(between.speed, 0.5 * touch_speed(car));
  EXPECT_LE(between.turn_rate, -max_turn_rate(car, std::sqrt(6.87 * 5.0)));
  EXPECT_GT(decide(car, Gear::drive, drive_goal(-30, 0), 15.0, 10.0).turn_rate, 0.0);  // exactly behind: left
}

TEST(WheeledDriver, DrivesNoFasterThanTheCircleToTheGoalAllows) {
  const WheeledLimits car;
  EXPECT_EQ(decide(car, Gear::drive, drive_goal(20, 0), 99.0, 0.0).speed, 15.0);
  EXPECT_EQ(decide(car, Gear::drive, drive_goal(20, 0), 7.0, 0.0).speed, 7.0);
  EXPECT_NEAR(decide(car, Gear::drive, drive_goal(0, 20), 15.0, 0.0).speed, std::sqrt(0.8 * 6.87 * 10.0),
              1e-14);
  EXPECT_NEAR(decide(car, Gear::drive, drive_goal(10, 10), 15.0, 0.0).speed, std::sqrt(0.8 * 6.87 * 10.0),
              1e-14);
  EXPECT_EQ(decide(car, Gear::reverse, drive_goal(-6, 0), 1e-4, -3.0).speed, 0.0);  // a request to rest
}

TEST(WheeledDriver, TakesTheTimesOfTheSingleCases) {
  struct Case {
    Vec3 goal;
    double time;
  };
  for (const Case& c : {Case{{20, 0, 0}, 3.56}, Case{{0, 20, 0}, 3.90}, Case{{-6, 0, 0}, 1.92},
                        Case{{-10, 2, 0}, 2.96}, Case{{-30, 2, 0}, 8.32}, Case{{0, 4, 0}, 4.80}}) {
    EXPECT_NEAR(drive_to(WheeledLimits{}, {.goal = c.goal}).time, c.time, 1e-9);
    const Vec3 mirrored{c.goal.x, -c.goal.y, 0.0};
    EXPECT_NEAR(drive_to(WheeledLimits{}, {.goal = mirrored}).time, c.time, 1e-9);
  }
  EXPECT_NEAR(drive_to(motorbike_limits(), {.goal = {-6, 0, 0}}).time, 6.98, 1e-9);
}

// Half of them motorbikes.
Summary drive_to_many(int count, std::string_view name, const Errand& errand, const WheeledLimits& changes) {
  std::array<WheeledLimits, 2> limits{changes, changes};
  const WheeledLimits motorbike = motorbike_limits();
  limits[1].speeds.reverse_speed = motorbike.speeds.reverse_speed;
  limits[1].forward_arc = motorbike.forward_arc;
  limits[1].reverse_range = motorbike.reverse_range;
  Draws draws = draws_of(name);
  std::vector<Drive> drives;
  for (int i = 0; i < count; ++i) {
    Errand one = errand;
    one.goal = random_goal(draws);
    one.start_speed = kStartSpeeds[static_cast<std::size_t>(i / 2 % 4)];
    drives.push_back(drive_to(limits[static_cast<std::size_t>(i % 2)], one));
  }
  return summary_of(drives, 8.9);
}

TEST(WheeledDriver, ReachesEveryGoal) {
  const Summary sum = drive_to_many(3000, "wheeled", {}, {});
  EXPECT_EQ(sum.missed, 0);
  EXPECT_NEAR(sum.mean, 4.4, 0.1);
  EXPECT_LE(sum.slow, 3) << sum.longest;
  EXPECT_LE(sum.longest, 13.0);
  EXPECT_LE(sum.lateral, 6.87 * (1.0 + 1e-12));
  EXPECT_LE(sum.gear_changes, 3);
}

TEST(WheeledDriver, ReachesEveryGoalWithOtherNumbers) {
  EXPECT_EQ(drive_to_many(300, "step", {.dt = 0.05}, {}).missed, 0);
  EXPECT_EQ(drive_to_many(300, "radius", {.radius = 0.2}, {.arrive_radius = 0.2}).missed, 0);
  for (const double radius : {0.5, 2.0, 10.0})
    EXPECT_EQ(drive_to_many(300, "circle", {}, {.min_turn_radius = radius}).missed, 0) << radius;
  for (const double grip : {3.0, 10.0})
    EXPECT_EQ(drive_to_many(300, "grip", {}, {.lateral_grip = grip}).missed, 0) << grip;
}

// The arcs alone orbit what lies inside the turning circle. No goal is closer to a center than R_min - r_a =
// 0.
TEST(WheeledDriver, NeedsToMakeRoom) {
  const Summary sum = drive_to_many(3000, "wheeled", {}, {.arrive_radius = 5.0});
  EXPECT_NEAR(sum.missed, 32, 16);
}

}  // namespace
}  // namespace drover::wheeled_driver_test
