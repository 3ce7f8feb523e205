#include "vehicles/slipping_bicycle.h"

#include "vehicles/drives.h"

namespace drover::slipping_bicycle_test {
namespace {

using namespace test;

constexpr double kDt = 0.02;

double speed_of(const SlippingState& state) {
  return std::hypot(state.forward, state.left);
}

TEST(SlippingBicycle, TheOnsetOfSlipIsThatOfTheGrip) {
  for (const auto& [radius, speed] :
       {std::pair{5.0, 5.860887}, {10.0, 8.288546}, {20.0, 11.721775}, {50.0, 18.533753}})
    EXPECT_NEAR(std::sqrt(6.87 * radius), speed, 5e-7);
  for (const auto& [degrees, speed] : {std::pair{5.0, 14.0111}, {10.0, 9.8694}, {20.0, 6.8693}})
    EXPECT_NEAR(std::sqrt(6.87 * 2.5 / std::tan(degrees * kDegree)), speed, 5e-5);
  EXPECT_NEAR(std::sqrt(1.5 * 6.87 * 20.0), 14.356183, 5e-7);
}

struct Circling {
  SlippingState state{};
  double radius = 0.0;
  double turned = 0.0;
};

// 30 s at a held speed with the wheel for a circle of 20 m.
Circling circle(const SlippingBody& body, double speed) {
  const double steer = std::atan(2.5 / 20.0);
  Circling run{.state = {.forward = speed, .steer = steer}};
  for (int tick = 0; tick < 1500; ++tick) {
    DriveControls controls = speed_controls(body.speeds, speed, run.state.forward, kDt);
    controls.steer = steer / body.max_steer;
    run.state = step_slipping(body, run.state, controls, kDt);
    run.turned += run.state.turn_rate * kDt;
  }
  run.radius = speed_of(run.state) / std::fabs(run.state.turn_rate);
  return run;
}

TEST(SlippingBicycle, HoldsItsCircleBelowTheOnset) {
  for (const auto& [speed, radius] :
       {std::pair{2.0, 20.05}, {5.0, 20.10}, {8.0, 20.15}, {10.0, 20.02}, {11.0, 19.72}}) {
    EXPECT_NEAR(circle({}, speed).radius, radius, 0.02) << speed;
    EXPECT_NEAR(circle({}, speed).state.forward, speed, 0.02) << speed;
  }
}

TEST(SlippingBicycle, SpinsBeyondIt) {
  SlippingState state{.forward = 11.5, .steer = std::atan(2.5 / 20.0)};
  double least = 11.5;
  for (int tick = 0; tick < 1500; ++tick) {
    DriveControls controls = speed_controls({}, 11.5, state.forward, kDt);
    controls.steer = std::atan(2.5 / 20.0) / SlippingBody{}.max_steer;
    state = step_slipping({}, state, controls, kDt);
    least = std::min(least, state.forward);
  }
  EXPECT_LT(least, -1.0);  // it faces backward
}

TEST(SlippingBicycle, WithMoreGripItHoldsFasterCircles) {
  EXPECT_NEAR(circle({.lateral_grip = 1.5 * 6.87}, 11.5).radius, 20.0, 0.3);
}

TEST(SlippingBicycle, LockedWheelsSlideToRest) {
  SlippingState state{.forward = 10.0};
  for (int tick = 0; tick < 300; ++tick)
    state = step_slipping({}, state, {.handbrake = true}, kDt);
  EXPECT_EQ(state.forward, 0.0);
  EXPECT_NEAR(state.pose.position.x, 100.0 / (0.8 * 6.87), 1e-3);
  EXPECT_NEAR(state.pose.position.x, 18.1956, 5e-5);
}

TEST(SlippingBicycle, SlidesSidewaysToRest) {
  SlippingState state{.left = 5.0};
  for (int tick = 0; tick < 300; ++tick)
    state = step_slipping({}, state, {.brake = 1.0}, kDt);
  EXPECT_EQ(state.left, 0.0);
  EXPECT_GT(state.pose.position.y, 25.0 / (2.0 * 6.87));
  EXPECT_NEAR(state.pose.position.y, 1.8247, 5e-5);
  EXPECT_NEAR(state.pose.position.x, 0.0, 1e-12);
}

TEST(SlippingBicycle, BrakesAsTheOtherBody) {
  SlippingState state{.forward = 15.0};
  while (state.forward > 0.0)
    state = step_slipping({}, state, {.brake = 1.0}, kDt);
  EXPECT_NEAR(state.pose.position.x, 14.0625, 0.02);
  EXPECT_EQ(state.forward, 0.0);
}

struct HandbrakeTurn {
  double at_release = 0.0;  // [degrees]
  double at_end = 0.0;
  double end_speed = 0.0;
};

// Full left from the start, the handbrake from 0.3 s to 1.3 s, straight from then on, for 4 s.
HandbrakeTurn handbrake_turn(double speed, bool handbrake, double side) {
  SlippingState state{.forward = speed};
  HandbrakeTurn result;
  for (int tick = 0; tick < 200; ++tick) {
    if (tick == 65) result.at_release = angle_of(state.pose.heading) / kDegree;
    const bool holds = handbrake && tick >= 15 && tick < 65;
    state = step_slipping({}, state, {.steer = tick < 65 ? side : 0.0, .handbrake = holds}, kDt);
  }
  result.at_end = angle_of(state.pose.heading) / kDegree;
  result.end_speed = speed_of(state);
  return result;
}

TEST(SlippingBicycle, HandbrakeTurns) {
  const HandbrakeTurn turn = handbrake_turn(12.0, true, 1.0);
  EXPECT_NEAR(turn.at_release, 82.0, 0.05);
  EXPECT_NEAR(turn.at_end, 166.2, 0.05);
  EXPECT_NEAR(turn.end_speed, 2.71, 5e-3);
  EXPECT_NEAR(handbrake_turn(12.0, false, 1.0).at_end, 59.1, 0.05);
  EXPECT_NEAR(handbrake_turn(15.0, true, 1.0).at_release, 81.9, 0.06);
  EXPECT_NEAR(handbrake_turn(15.0, true, 1.0).at_end, 176.2, 0.05);
  EXPECT_EQ(handbrake_turn(12.0, true, -1.0).at_end, -turn.at_end);
}

TEST(SlippingBicycle, WheelsSpinWhereTheDriveIsMoreThanTheyGrip) {
  const SlippingBody strong{.speeds = {.accel = 6.0}};  // the rear wheels grip 4 m/s^2
  EXPECT_NEAR(step_slipping(strong, {}, {.throttle = 1.0}, kDt).forward, 0.8 * 4.0 * kDt, 1e-15);
  EXPECT_NEAR(step_slipping(strong, {}, {.throttle = 0.6}, kDt).forward, 3.6 * kDt, 1e-15);
  SlippingBody both = strong;
  both.driven = DrivenWheels::both;
  EXPECT_NEAR(step_slipping(both, {}, {.throttle = 1.0}, kDt).forward, 6.0 * kDt, 1e-15);
  // Spinning rear wheels hold no side: they go where they are thrown, and the front ones stay.
  const SlippingState thrown = step_slipping(strong, {.forward = 5.0, .left = 0.5}, {.throttle = 1.0}, kDt);
  EXPECT_LT(thrown.turn_rate, 0.0);
  SlippingBody front = strong;
  front.driven = DrivenWheels::front;
  EXPECT_GT(step_slipping(front, {.forward = 5.0, .left = 0.5}, {.throttle = 1.0}, kDt).turn_rate, 0.0);
}

TEST(SlippingBicycle, KeepsToItsTopSpeeds) {
  SlippingState state{.forward = 14.0};
  for (int tick = 0; tick < 100; ++tick)
    state = step_slipping({}, state, {.throttle = 1.0}, kDt);
  EXPECT_NEAR(state.forward, 15.0, 3.0 * kDt);
  for (int tick = 0; tick < 300; ++tick)
    state = step_slipping({}, state, {.throttle = -1.0}, kDt);
  EXPECT_NEAR(state.forward, -4.0, 3.0 * kDt);
}

TEST(SlippingBicycle, IsStableUpToItsLongestStep) {
  for (const SlippingBody& body : {SlippingBody{}, SlippingBody{.gyration2 = 0.5}}) {
    for (const double part : {0.5, 0.98, 1.02}) {
      SlippingState state{.left = 0.01, .turn_rate = 0.01};
      for (int tick = 0; tick < 400; ++tick)
        state = step_slipping(body, state, {}, part * longest_stable_step(body));
      const double left_over = std::max(std::fabs(state.left), std::fabs(state.turn_rate));
      EXPECT_EQ(left_over < 0.01, part < 1.0) << part << " " << left_over;
    }
  }
  EXPECT_NEAR(longest_stable_step({}), 0.12, 2e-3);
}

TEST(SlippingBicycle, ComesToRestAtEveryStepThatIsAllowed) {
  for (const double dt : {0.01, 0.02, 0.04, 0.06}) {
    for (const bool handbrake : {false, true}) {
      SlippingState state{.forward = 9.0, .left = 1.0, .turn_rate = 1.0};
      for (int tick = 0; tick * dt < 8.0; ++tick)
        state = step_slipping({}, state, {.brake = 1.0, .steer = 0.5, .handbrake = handbrake}, dt);
      EXPECT_EQ(speed_of(state), 0.0) << dt << handbrake;
      EXPECT_EQ(state.turn_rate, 0.0) << dt << handbrake;
    }
  }
}

TEST(SlippingBicycle, ConvergesWithTheFourthOrder) {
  const auto end_of = [](int steps) {
    SlippingState state{.forward = 8.0, .steer = 0.1};
    for (int i = 0; i < steps; ++i)
      state = step_slipping({.steer_rate = 1e9}, state,
                            {.throttle = 0.5, .steer = 0.1 / SlippingBody{}.max_steer}, 0.8 / steps);
    return state.pose.position;
  };
  const Vec3 exact = end_of(1600);
  const double coarse = length(end_of(20) - exact);
  const double fine = length(end_of(40) - exact);
  EXPECT_GT(coarse / fine, 11.0);
}

}  // namespace
}  // namespace drover::slipping_bicycle_test
