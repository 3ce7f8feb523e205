#include <numbers>

#include <gtest/gtest.h>

#include "behaviors/turner.h"

namespace drover::test::align_test {
namespace {

constexpr double kPi = std::numbers::pi;

std::string align(const std::string& keys) {
  return R"({"type":"align",)" + keys + "}";
}

double request(double heading, double rotation, const std::string& keys) {
  return angular_request_of({.behavior = align(keys), .actor = facing(heading, rotation), .type = kTurner});
}

TEST(Align, TurnsTowardsTheOrientationFromRest) {
  for (const double wanted : {-3.0, -1.2, -0.3, 0.2, 0.9, 3.1})
    EXPECT_GT(request(0.0, 0.0, fmt::format(R"("orientation":{})", wanted)) * wanted, 0.0) << wanted;
}

// Full speed of 2 rad/s outside the slow radius, proportional inside: (wanted - rotation) / 0.1 s.
TEST(Align, AsksForASpeedThatFollowsTheAngle) {
  EXPECT_NEAR(request(0.0, 0.0, R"("orientation":2)"), 20.0, 1e-11);
  EXPECT_NEAR(request(0.0, 0.5, R"("orientation":2)"), 15.0, 1e-11);
  EXPECT_NEAR(request(0.0, 0.0, R"("orientation":0.3)"), 20.0 * 0.3 / (kPi / 4), 1e-11);
  EXPECT_NEAR(request(0.0, 0.0, R"("orientation":0.3,"slow_radius":0.6,"response_time":0.5)"), 2.0, 1e-11);
}

TEST(Align, LimitOfTheAngularAccelerationHolds) {
  EXPECT_NEAR(
      angular_request_of({.behavior = align(R"("orientation":2)"),
                          .type = R"(,"max_angular_acceleration":1.5,"locomotion":{"type":"oriented"})"}),
      1.5, 1e-12);
}

// From 3.0 to -3.0 rad it is 0.2832 rad to the left.
TEST(Align, TakesTheShortWay) {
  EXPECT_NEAR(request(3.0, 0.0, R"("orientation":-3,"slow_radius":3)"), 20.0 * (2 * kPi - 6.0) / 3.0, 1e-11);
}

// Exactly opposite headings are defined, and turn left.
TEST(Align, HalfATurnIsMadeToTheLeft) {
  const std::string leader = R"(,{"type":"body","id":"leader","position":[5,0],"heading":0})";
  EXPECT_NEAR(angular_request_of({.behavior = align(R"("target":{"agent":"leader"},"opposite":true)"),
                                  .actor = R"("position":[0,0])",
                                  .bodies = leader,
                                  .type = kTurner}),
              20.0, 1e-11);
}

// Inside the radius the printed form asks for nothing and turns on and on.
TEST(Align, StopsTurningInsideTheRadius) {
  EXPECT_NEAR(request(0.0, 0.7, R"("orientation":0.005)"), -7.0, 1e-11);
  Simulator simulator =
      simulator_of({.behavior = align(R"("orientation":2)"), .actor = facing(0.0, -1.0), .type = kTurner});
  run_steps(simulator, 500);
  EXPECT_NEAR(angle_of(simulator), 2.0, 0.011);
  EXPECT_NEAR(simulator.world().state.motion.rotation[0], 0.0, 1e-6);
}

// Aligned and without a radius the printed form divides zero by zero.
TEST(Align, AlignedWithoutARadiusItAsksForNoTurn) {
  EXPECT_EQ(request(0.0, 0.0, R"("orientation":0,"target_radius":0)"), 0.0);
}

// No overshoot where response_time <= slow_radius / (4 max_rotation): pi/4 / 8 = 0.098 s.
TEST(Align, OvershootsOnlyWithALongResponse) {
  const auto greatest = [](const std::string& keys) {
    Simulator simulator = simulator_of({.behavior = align(R"("orientation":2,"target_radius":0)" + keys),
                                        .type = kTurner,
                                        .scenario = R"(,"simulation":{"dt":0.001})"});
    double max_angle = 0.0;
    for (int k = 0; k < 6000; ++k) {
      run_steps(simulator, 1);
      max_angle = larger(max_angle, angle_of(simulator));
    }
    return max_angle;
  };
  EXPECT_LE(greatest(R"(,"response_time":0.095)"), 2.0 + 1e-9);
  EXPECT_GT(greatest(R"(,"response_time":0.3)"), 2.01);
}

TEST(Align, OppositeIsHalfATurnAway) {
  EXPECT_NEAR(request(0.5, 0.0, R"("orientation":3.0,"opposite":true,"slow_radius":2)"),
              20.0 * (3.0 - kPi - 0.5) / 2.0, 1e-11);
}

TEST(Align, TakesTheMeanHeadingOfAGroup) {
  const std::string bodies =
      R"(,{"type":"body","group":"g","position":[1,0],"heading":0.2},{"type":"body","group":"g","position":[9,0],"heading":0.6})";
  const auto asked = [&](const std::string& select) {
    return angular_request_of(
        {.behavior = align(R"("target":{"group":"g")" + select + "}"), .bodies = bodies, .type = kTurner});
  };
  EXPECT_NEAR(asked(""), 20.0 * 0.2 / (kPi / 4), 1e-11);
  EXPECT_NEAR(asked(R"(,"select":"centroid")"), 20.0 * 0.4 / (kPi / 4), 1e-11);
}

TEST(Align, HeadingsThatCancelOutOnlyStopTheTurn) {
  const std::string bodies =
      R"(,{"type":"body","group":"g","position":[1,0],"velocity":[1,0]},{"type":"body","group":"g","position":[9,0],"velocity":[-1,0]})";
  EXPECT_NEAR(angular_request_of({.behavior = align(R"("target":{"group":"g","select":"centroid"})"),
                                  .actor = facing(1.0, 0.6),
                                  .bodies = bodies,
                                  .type = kTurner}),
              -6.0, 1e-11);
}

TEST(Align, AsksForNoMotionAndWithoutItsTargetForNothing) {
  EXPECT_EQ(
      *request_of({.behavior = align(R"("orientation":1)"), .actor = R"("position":[0,0],"velocity":[2,0])"}),
      (Vec3{}));
  EXPECT_FALSE(request_of(
      {.behavior = align(R"("target":{"group":"g"})"), .actor = R"("position":[0,0],"group":"g")"}));
}

// A body that takes velocities is asked for the rate of turn itself.
TEST(Align, TurnsABodyWithoutInertia) {
  Simulator simulator = simulator_of(
      {.behavior = align(R"("orientation":0.3,"target_radius":0)"),
       .type = R"(,"max_turn_rate":2,"locomotion":{"type":"kinematic","facing":"independent"})"});
  run_steps(simulator, 1);
  EXPECT_NEAR(angle_of(simulator), 0.3 * 2.0 / (kPi / 4) * 0.02, 1e-14);
  run_steps(simulator, 300);
  EXPECT_NEAR(angle_of(simulator), 0.3, 1e-6);
}

TEST(Align, RefusesWhatHasNoMeaning) {
  for (const char* keys :
       {R"("opposite":true)", R"("orientation":1,"target":{"agent":"leader"})", R"("target":{"point":[1,1]})",
        R"("orientation":1,"slow_radius":0)", R"("orientation":1,"slow_radius":0.1,"target_radius":0.2)"}) {
    EXPECT_ANY_THROW(simulator_of(
        {.behavior = align(keys), .bodies = R"(,{"type":"body","id":"leader","position":[5,0]})"}))
        << keys;
  }
}

}  // namespace
}  // namespace drover::test::align_test
