#include "vehicles/bicycle.h"

#include <array>
#include <limits>

#include "vehicles/drives.h"
#include "vehicles/lean.h"

namespace drover::bicycle_test {
namespace {

using namespace test;

constexpr double kPi = std::numbers::pi;
constexpr double kAtOnce = std::numeric_limits<double>::infinity();

// On the tightest circle from the start on.
BicycleState turning(const BicycleBody& body, double speed) {
  return {.speed = speed, .steer = body.max_steer};
}

TEST(Bicycle, TheCircleFollowsFromTheWheel) {
  const BicycleBody body{.lateral_grip = 100.0};
  for (const auto& [degrees, radius] :
       {std::pair{5.0, 28.575131}, {10.0, 14.178205}, {20.0, 6.868694}, {26.5651, 5.0}}) {
    const double steer = degrees * kDegree;
    EXPECT_NEAR(1.0 / bicycle_curvature(body, steer, steer, 1.0), radius, 3e-6 * radius);
    EXPECT_NEAR(1.0 / bicycle_curvature(body, -steer, -steer, 1.0), -radius, 3e-6 * radius);
  }
  EXPECT_NEAR(body.max_steer, std::atan(2.5 / 5.0), 1e-15);
  EXPECT_NEAR(motorbike_body().max_steer, std::atan(1.4 / 5.0), 1e-15);
}

TEST(Bicycle, ACircleIsACircleAtAnyStep) {
  BicycleState state = turning({}, 5.0);
  for (int i = 0; i < 7; ++i)
    state = step_bicycle({}, state, {.steer = 1.0}, 0.5 * kPi / 7.0);
  expect_near(state.pose.position, {5, 5, 0}, 1e-12);
  expect_near(state.pose.heading, {0, 1, 0}, 1e-12);
}

TEST(Bicycle, ACircleIsACircleAtAnySpeed) {
  const BicycleBody body{.lateral_grip = 100.0};
  for (const int steps : {1, 7, 50}) {
    BicycleState state = turning(body, 2.0);
    double heading = 0.0;
    for (int i = 0; i < steps; ++i) {
      state = step_bicycle(body, state, {.throttle = 1.0, .steer = 1.0}, 1.0 / steps);
      heading = angle_of(state.pose.heading);
    }
    EXPECT_NEAR(heading, 0.7, 1e-12);
    EXPECT_NEAR(state.speed, 5.0, 1e-12);
    expect_near(state.pose.position, {5.0 * std::sin(0.7), 5.0 - 5.0 * std::cos(0.7), 0}, 1e-12);
    expect_near(state.pose.position, {3.221088, 1.175789, 0}, 5e-7);
  }
}

TEST(Bicycle, APositionAheadOfTheRearAxleRunsOnAWiderCircle) {
  const BicycleBody body{.rear_axle = 1.25};
  BicycleState state = turning(body, 5.0);
  const Vec3 center{-1.25, 5.0, 0.0};
  double angle = 0.0;
  for (int i = 0; i < 50; ++i) {
    const Vec3 before = state.pose.position;
    EXPECT_NEAR(length(before - center), 5.153882, 5e-7);
    state = step_bicycle(body, state, {.steer = 1.0}, 0.001);
    const Vec3 middle = unit_vector(angle + 0.0005);
    angle += 0.001;
    const double off = upright(middle).bearing(state.pose.position - before);
    EXPECT_NEAR(off / kDegree, 14.0362, 5e-4);
    EXPECT_NEAR(off, std::atan(1.25 / 5.0), 1e-7);
  }
}

// What is turned until the wheel is at its stop; of a last step that goes on at full lock, less what that
// turns.
double swing(double dt, bool mean_angle) {
  const BicycleBody body{.lateral_grip = 100.0};
  const double time = body.max_steer / body.steer_rate;
  BicycleState state{.speed = 5.0};
  double turned = 0.0;
  double end = 0.0;
  for (; end < time; end += dt) {
    const double before = state.steer;
    state = step_bicycle(body, state, {.steer = 1.0}, dt);
    turned += 5.0 * dt * bicycle_curvature(body, mean_angle ? before : state.steer, state.steer, 5.0);
  }
  EXPECT_TRUE(!mean_angle || std::fabs(turned - angle_of(state.pose.heading)) < 1e-12);
  return turned - (end - time) * 5.0 / 5.0;
}

TEST(Bicycle, TheWheelTakesItsTime) {
  EXPECT_NEAR(5.0 * std::log(1.0 / std::cos(std::atan(0.5))) / 2.5, 0.223144, 5e-7);
  EXPECT_NEAR(swing(1e-4, true), 0.223144, 1e-6);
  EXPECT_NEAR(swing(0.02, true), 0.223144, 2e-4);
  EXPECT_NEAR(swing(0.05, true), 0.223144, 1.5e-3);
  // The angle of the end alone is off by the first order of the step.
  EXPECT_NEAR(swing(0.02, false), 0.2331, 1e-3);
  EXPECT_NEAR(swing(0.05, false), 0.2476, 2e-3);
}

TEST(Bicycle, TurnsNoHarderThanItsTiresGrip) {
  const BicycleBody body;
  for (const auto& [speed, degrees] : {std::pair{10.0, 9.7455}, {15.0, 4.3651}, {20.0, 2.4586}}) {
    const double free = (degrees - 1e-3) * kDegree;
    const double slips = (degrees + 1e-3) * kDegree;
    EXPECT_DOUBLE_EQ(bicycle_curvature(body, free, free, speed), std::tan(free) / 2.5);
    EXPECT_DOUBLE_EQ(bicycle_curvature(body, slips, slips, speed), 6.87 / (speed * speed));
    EXPECT_DOUBLE_EQ(bicycle_curvature(body, -slips, -slips, speed), -6.87 / (speed * speed));
  }
}

TEST(Bicycle, BrakesInTheSameDistanceAtAnyStep) {
  for (const double dt : {0.02, 0.05, 0.7}) {
    for (const auto& [speed, distance] : {std::pair{10.0, 6.25}, {15.0, 14.0625}, {20.0, 25.0}}) {
      BicycleState state{.speed = speed};
      while (state.speed > 0.0)
        state = step_bicycle({}, state, {.brake = 1.0}, dt);
      EXPECT_NEAR(state.pose.position.x, distance, 1e-11);
      state = {.speed = speed};
      while (state.speed > 0.0)
        state = step_bicycle({}, state, {.throttle = 1.0, .handbrake = true}, dt);
      EXPECT_NEAR(state.pose.position.x, distance, 1e-11);
    }
  }
}

struct Steered {
  WheeledLimits counted{};  // what the driver counts with
  BicycleBody body{};
};

struct SteeredDrive {
  Drive drive{};
  bool at_limit = false;  // of what the body can do
};

SteeredDrive steer_to(const Steered& car, const Errand& errand) {
  SteeredDrive result;
  BicycleState state{.speed = errand.start_speed};
  Gear gear = Gear::drive;
  for (int tick = 0; tick * errand.dt <= errand.patience; ++tick) {
    const DriveGoal goal = drive_goal(state.pose, errand.goal);
    if (goal.distance <= errand.radius) {
      result.drive.time = tick * errand.dt;
      break;
    }
    const DriveOrder order = decide(car.counted, gear, goal, errand.wanted_speed, state.speed);
    gear = order.gear;
    const DriveControls controls = controls_for(car.body, car.counted, order, state.speed, errand.dt);
    state = step_bicycle(car.body, state, controls, errand.dt);
    const double lateral = std::fabs(state.speed * state.turn_rate);
    result.drive.lateral = std::max(result.drive.lateral, lateral);
    result.at_limit |= lateral > 0.999 * car.body.lateral_grip;
  }
  return result;
}

constexpr std::array<double, 4> kStartSpeeds{0.0, 3.0, 8.0, 14.0};

TEST(BicycleDriver, ReachesEveryGoalHoweverSlowItSteers) {
  for (const auto& [steer_rate, mean, far] :
       {std::tuple{kAtOnce, 4.59, 8.34}, {2.0, 4.64, 8.36}, {1.0, 4.72, 8.42}, {0.5, 4.89, 8.62}}) {
    Draws draws = draws_of("bicycle");
    std::vector<Drive> drives;
    for (std::size_t i = 0; i < 500; ++i) {
      const WheeledLimits limits = i % 2 == 0 ? WheeledLimits{} : motorbike_limits();
      const Steered car{limits, {.speeds = limits.speeds, .steer_rate = steer_rate}};
      drives.push_back(
          steer_to(car, {.goal = random_goal(draws), .start_speed = kStartSpeeds[i / 2 % 4]}).drive);
    }
    const Summary sum = summary_of(drives, 9.5);
    EXPECT_EQ(sum.missed, 0);
    EXPECT_NEAR(sum.mean, mean, 0.25) << steer_rate;
    EXPECT_LE(sum.slow, 2) << steer_rate << " " << sum.longest;
    EXPECT_LE(sum.lateral, 6.87 * (1.0 + 1e-12));
    const Steered car{{}, {.steer_rate = steer_rate}};
    EXPECT_NEAR(steer_to(car, {.goal = {-30, 2, 0}}).drive.time, far, 0.021);
  }
}

// More grip than the driver counts with is a reserve that is never used; more counted than there is, a limit
// that is met all the time.
TEST(BicycleDriver, UsesTheGripItCountsWith) {
  struct Case {
    double grip, margin, lateral;
    int at_limit_least, at_limit_most;
  };
  for (const Case& c : {Case{1, 1, 6.87, 240, 360}, Case{1.5, 1, 6.94, 0, 0}, Case{1.5, 1.3, 9.01, 0, 0},
                        Case{1, 1.3, 6.87, 240, 360}, Case{1, 0.8, 5.56, 0, 0}}) {
    Draws draws = draws_of("grip");
    std::vector<Drive> drives;
    int at_limit = 0;
    for (std::size_t i = 0; i < 400; ++i) {
      const Steered car{with_arc_margin({}, c.margin), {.lateral_grip = 6.87 * c.grip}};
      const SteeredDrive one =
          steer_to(car, {.goal = random_goal(draws), .start_speed = kStartSpeeds[i % 4]});
      drives.push_back(one.drive);
      at_limit += one.at_limit ? 1 : 0;
    }
    const Summary sum = summary_of(drives, 9.5);
    EXPECT_EQ(sum.missed, 0);
    EXPECT_NEAR(sum.lateral, c.lateral, 5e-3) << c.grip << " " << c.margin;
    EXPECT_GE(at_limit, c.at_limit_least) << c.grip << " " << c.margin;
    EXPECT_LE(at_limit, c.at_limit_most) << c.grip << " " << c.margin;
  }
}

}  // namespace
}  // namespace drover::bicycle_test
