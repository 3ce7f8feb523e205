#include <numbers>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "behaviors/stage.h"

namespace drover::test::pursue_test {
namespace {

constexpr double kRadiansPerDegree = std::numbers::pi / 180.0;

// The direction the actor, at rest unless told otherwise, wants to go in.
Vec3 direction_wanted(const Stage& stage) {
  const std::optional<Vec3> request = request_of(stage);
  EXPECT_TRUE(request);
  return direction(request.value_or(Vec3{}));
}

void expect_aims_at(const Stage& stage, Vec3 place) {
  EXPECT_NEAR(length(direction_wanted(stage) - direction(place)), 0.0, 1e-12);
}

std::string body_at(const std::string& position, const std::string& velocity) {
  return R"(,{"type":"body","id":"t","position":)" + position + R"(,"velocity":)" + velocity + "}";
}

std::string pursue(const std::string& keys = "") {
  return R"({"type":"pursue","target":{"agent":"t"})" + keys + "}";
}

// Yuka 0.7.8 comes nearer than 0.5 m in step 289. It moves the evader first, so that the pursuer sees it one
// step later: here the body starts a step ahead and is a step ahead when the distance is taken.
TEST(Pursue, CatchesAtTheStepOfAPublishedRun) {
  Simulator simulator = simulator_of({.behavior = pursue(R"(,"response_time":1)"),
                                      .bodies = body_at("[0.025,5]", "[1.5,0]"),
                                      .type = type_with_speed("2.5"),
                                      .scenario = kSixtieth});
  const Vec3 one_step{0.025, 0, 0};
  int step = 0;
  while (step < 1000 && distance_to(simulator, position_of(simulator, 1) - one_step) >= 0.5) {
    run_steps(simulator, 1);
    ++step;
  }
  EXPECT_EQ(step, 289);
}

TEST(Pursue, WhatStandsStillIsSoughtBitForBit) {
  const std::string body = R"(,{"type":"body","id":"t","position":[7,-3]})";
  EXPECT_TRUE(move_alike({.behavior = pursue(), .bodies = body},
                         {.behavior = R"({"type":"seek","target":{"agent":"t"}})", .bodies = body}, 400));
}

TEST(Pursue, LooksAheadByDistanceOverTheSumOfSpeeds) {
  // T = 5 / (3 + 2) = 1 s.
  expect_aims_at({.behavior = pursue(), .bodies = body_at("[4,3]", "[0,-2]"), .type = R"(,"max_speed":3)"},
                 {4, 1, 0});
}

TEST(Pursue, MaxPredictionLimitsTheLookahead) {
  const std::string body = body_at("[4,3]", "[0,-2]");
  expect_aims_at(
      {.behavior = pursue(R"(,"max_prediction":0.5)"), .bodies = body, .type = R"(,"max_speed":3)"},
      {4, 2, 0});
  expect_aims_at({.behavior = pursue(R"(,"max_prediction":2)"), .bodies = body, .type = R"(,"max_speed":3)"},
                 {4, 1, 0});
}

TEST(Pursue, TurnTimeIsTwiceTheCoefficientDeadAstern) {
  // T = 10 / (4 + 1) + 0.5 * 2 = 3 s; abeam 2 + 0.5 s; ahead 2 s.
  const std::string behavior = pursue(R"(,"turn_time_coefficient":0.5)");
  const std::string type = R"(,"max_speed":4)";
  expect_aims_at({.behavior = behavior, .bodies = body_at("[-10,0]", "[0,1]"), .type = type}, {-10, 3, 0});
  expect_aims_at({.behavior = behavior, .bodies = body_at("[0,10]", "[1,0]"), .type = type}, {2.5, 10, 0});
  expect_aims_at({.behavior = behavior, .bodies = body_at("[10,0]", "[0,1]"), .type = type}, {10, 2, 0});
}

TEST(Pursue, SeeksWhatComesStraightAtIt) {
  for (const char* test : {"heading", "bearing"}) {
    expect_aims_at({.behavior = pursue(R"(,"facing_test":")" + std::string(test) + "\""),
                    .bodies = body_at("[10,1]", "[-1,0]")},
                   {10, 1, 0});
  }
  // T = sqrt(101) / (3 + 1).
  expect_aims_at({.behavior = pursue(R"(,"facing_early_out":false)"), .bodies = body_at("[10,1]", "[-1,0]")},
                 {10 - std::sqrt(101.0) / 4.0, 1, 0});
}

TEST(Pursue, BearingTestDoesNotMistakeATargetAbeamForOneThatComes) {
  // Opposite heading, but 87 degrees to the side.
  const std::string body = body_at("[0.5,10]", "[-1,0]");
  expect_aims_at({.behavior = pursue(R"(,"facing_test":"heading")"), .bodies = body}, {0.5, 10, 0});
  expect_aims_at({.behavior = pursue(R"(,"facing_test":"bearing")"), .bodies = body},
                 {0.5 - std::sqrt(100.25) / 4.0, 10, 0});
}

TEST(Pursue, NeverSeeksWhatLiesBehindForComingAtIt) {
  // T = 10 / (3 + 1); the heading is opposite, but the target has passed.
  expect_aims_at({.behavior = pursue(), .bodies = body_at("[-8,6]", "[-1,0]")}, {-10.5, 6, 0});
}

// acos 0.95 is 18.19 degrees, neither 18 nor 20.
TEST(Pursue, FacingCosineIsTheEdgeOfFacing) {
  const auto is_sought = [](double degrees) {
    const double angle = degrees * kRadiansPerDegree;
    const std::string velocity = fmt::format("[{},{}]", -std::cos(angle), std::sin(angle));
    const Vec3 wanted = direction_wanted({.behavior = pursue(), .bodies = body_at("[10,0]", velocity)});
    return wanted.y == 0.0;
  };
  EXPECT_TRUE(is_sought(18.1));
  EXPECT_FALSE(is_sought(18.3));
}

TEST(Pursue, BrakesWhereTheTargetWillBeWithIt) {
  const auto request = request_of({.behavior = pursue(R"(,"response_time":1)"),
                                   .actor = R"("position":[2,2],"velocity":[1,0])",
                                   .bodies = body_at("[2,2]", "[0,3]")});
  EXPECT_EQ(request, (Vec3{-1, 0, 0}));
}

// d = 5 m, |v| = 4.243 m/s: 1.18 s, limited to 0.5 s, so q = (9.5, 4).
TEST(Pursue, FollowsTheExerciseOfSeed001) {
  const auto request = request_of(
      {.behavior = pursue(R"(,"prediction":"own_speed","max_prediction":0.5,"steer":"full_accel")"),
       .actor = R"("position":[5,6],"velocity":[3,3])",
       .bodies = body_at("[8,2]", "[3,4]"),
       .type = R"(,"max_speed":5,"max_acceleration":4)"});
  EXPECT_NEAR(length(*request - 4.0 * direction(Vec3{4.5, -2, 0})), 0.0, 1e-14);
  EXPECT_NEAR(request->x, 3.6552, 5e-5);
  EXPECT_NEAR(request->y, -1.6246, 5e-5);
}

// The actor wants to go somewhere else than along its velocity, so what it wants is the request and the
// velocity together.
void expect_looks_ahead(const std::string& keys, double seconds) {
  SCOPED_TRACE(keys);
  const std::string behavior = pursue(R"(,"response_time":1,"facing_early_out":false)" + keys);
  const auto request = request_of({.behavior = behavior,
                                   .actor = R"("position":[0,0],"velocity":[1,0])",
                                   .bodies = body_at("[6,8]", "[0,-2]"),
                                   .type = R"(,"max_speed":4,"max_acceleration":1000)"});
  const Vec3 place = Vec3{6, 8, 0} + Vec3{0, -2, 0} * seconds;
  EXPECT_NEAR(length(direction(*request + Vec3{1, 0, 0}) - direction(place)), 0.0, 1e-12);
}

TEST(Pursue, EveryPredictionDividesTheDistanceByItsOwnSpeed) {
  expect_looks_ahead("", 10.0 / (4.0 + 2.0));
  expect_looks_ahead(R"(,"prediction":"own_speed","max_prediction":100)", 10.0 / 1.0);
  expect_looks_ahead(R"(,"prediction":"top_speed")", 10.0 / 4.0);
  expect_looks_ahead(R"(,"prediction":"fixed_speed")", 10.0 / 10.0);
  expect_looks_ahead(R"(,"prediction":"fixed_speed","prediction_speed":4)", 10.0 / 4.0);
  expect_looks_ahead(R"(,"prediction":"relative_speed")", 10.0 / std::sqrt(5.0));
  // (4 - 16) T^2 - 32 T + 100 = 0.
  expect_looks_ahead(R"(,"prediction":"exact")", (std::sqrt(364.0) - 8.0) / 6.0);
}

TEST(Pursue, OwnSpeedLooksAtMostASecondAheadUnlessToldOtherwise) {
  expect_looks_ahead(R"(,"prediction":"own_speed")", 1.0);
  expect_looks_ahead(R"(,"prediction":"own_speed","max_prediction":3)", 3.0);
  const Stage at_rest{.behavior = pursue(R"(,"prediction":"own_speed")"),
                      .bodies = body_at("[4,3]", "[0,2]")};
  expect_aims_at(at_rest, {4, 5, 0});
}

TEST(Pursue, TheLimitHoldsForTheTurnTimeToo) {
  // 2 s and 1 s for turning, of which 2.5 s remain.
  expect_aims_at({.behavior = pursue(R"(,"turn_time_coefficient":0.5,"max_prediction":2.5)"),
                  .bodies = body_at("[-10,0]", "[0,1]"),
                  .type = R"(,"max_speed":4)"},
                 {-10, 2.5, 0});
}

TEST(Pursue, ALookaheadOfZeroIsRejected) {
  EXPECT_THROW(
      simulator_of({.behavior = pursue(R"(,"max_prediction":0)"), .bodies = body_at("[4,3]", "[0,2]")}),
      std::runtime_error);
}

// Range over relative speed grows without limit between equal velocities; where they are equal it is zero.
TEST(Pursue, RelativeSpeedIsLimitedBetweenNearlyEqualVelocities) {
  const auto aim = [](const char* velocity, const char* keys) {
    return direction_wanted(
        {.behavior = pursue(R"(,"prediction":"relative_speed","response_time":1e-3)" + std::string(keys)),
         .actor = R"("position":[0,0],"velocity":[1,0])",
         .bodies = body_at("[0,5]", velocity),
         .type = R"(,"max_speed":1000,"max_acceleration":1e6)"});
  };
  EXPECT_NEAR(aim("[1,0]", "").x, 0.0, 2e-3);
  EXPECT_GT(aim("[1.001,0]", "").x, 0.99);
  EXPECT_LT(aim("[1.001,0]", R"(,"max_prediction":2)").x, 0.4);
}

std::string prediction_key(const char* name) {
  return R"(,"prediction":")" + std::string(name) + "\"";
}
constexpr const char* kPredictions[] = {"closing_sum", "own_speed",      "top_speed",
                                        "fixed_speed", "relative_speed", "exact"};

TEST(Pursue, WhatStandsStillIsSoughtWithEveryPredictionBitForBit) {
  const std::string body = R"(,{"type":"body","id":"t","position":[7,-3]})";
  for (const char* name : kPredictions) {
    EXPECT_TRUE(move_alike({.behavior = pursue(prediction_key(name)), .bodies = body},
                           {.behavior = R"({"type":"seek","target":{"agent":"t"}})", .bodies = body}, 200))
        << name;
    EXPECT_TRUE(move_alike(
        {.behavior = pursue(prediction_key(name) + R"(,"steer":"full_accel")"), .bodies = body},
        {.behavior = R"({"type":"seek","target":{"agent":"t"},"variant":"full_accel"})", .bodies = body},
        200))
        << name;
  }
}

TEST(Pursue, ArrivesWhereToldToInsteadOfRunningThrough) {
  const std::string body = R"(,{"type":"body","id":"t","position":[7,-3]})";
  EXPECT_TRUE(move_alike(
      {.behavior = pursue(R"(,"steer":"arrive","deceleration":"slow")"), .bodies = body},
      {.behavior = R"({"type":"arrive","target":{"agent":"t"},"deceleration":"slow"})", .bodies = body},
      400));
}

TEST(Pursue, BowPushesToTheSideInProportionToTheBearing) {
  const auto ask = [](const char* position) {
    return *request_of({.behavior = pursue(R"(,"steer":"bow")"),
                        .actor = R"("position":[0,0],"velocity":[2,0])",
                        .bodies = body_at(position, "[0,0]"),
                        .type = R"(,"max_acceleration":4)"});
  };
  EXPECT_NEAR(length(ask("[0,5]") - Vec3{0, 2, 0}), 0.0, 1e-14);
  EXPECT_NEAR(length(ask("[0,-5]") - Vec3{0, -2, 0}), 0.0, 1e-14);
  EXPECT_NEAR(length(ask("[5,5]") - Vec3{0, 1, 0}), 0.0, 1e-14);
  EXPECT_EQ(ask("[5,0]"), Vec3{});
}

// An agent that takes on any velocity within a step is kinematic. Aiming at the exact meeting point, it never
// changes its course: (4 - 9) T^2 + 36 = 0.
TEST(Pursue, ExactPredictionRunsStraightToTheFirstMeeting) {
  const double dt = 0.001;
  const double meeting = std::sqrt(7.2);
  const Vec3 place{6, 2.0 * meeting, 0};
  Simulator simulator = simulator_of({.behavior = pursue(R"(,"prediction":"exact","response_time":0.001)"),
                                      .bodies = body_at("[6,0]", "[0,2]"),
                                      .type = R"(,"max_speed":3,"max_acceleration":100000)",
                                      .scenario = R"(,"simulation":{"dt":0.001})"});
  for (int k = 1; k * dt < meeting - 0.01; ++k) {
    run_steps(simulator, 1);
    ASSERT_NEAR(cross(direction(place), position_of(simulator)).z, 0.0, 1e-9) << k;
    ASSERT_NEAR(length(position_of(simulator)), 3.0 * dt * k, 1e-9) << k;
    ASSERT_GT(length(position_of(simulator, 1) - position_of(simulator)), 0.01) << k;
  }
  run_steps(simulator, 10);
  EXPECT_LT(length(position_of(simulator, 1) - position_of(simulator)), 0.01);
}

// A body that turns on circles of 5 m, at its full speed of 5 m/s.
constexpr const char* kOnCircles =
    R"(,"max_speed":5,"locomotion":{"type":"unicycle","min_turn_radius":5},"actuator":{"type":"car"})";
constexpr const char* kDriving = R"("position":[0,0],"heading":0,"speed":5)";

Stage driving_to(const std::string& target) {
  return {.behavior = pursue(), .actor = kDriving, .bodies = target, .type = kOnCircles};
}

// A quarter circle and 4 m are the way to (5, 9), half a circle and 4 m that to (-4, 10).
TEST(Pursue, ABodyThatTurnsOnCirclesAimsWhereArcAndLineMeetTheTarget) {
  const double abreast = (2.5 * std::numbers::pi + 4.0) / 5.0;
  const double behind = (5.0 * std::numbers::pi + 4.0) / 5.0;
  for (const double side : {1.0, -1.0}) {
    expect_aims_at(
        driving_to(body_at(fmt::format("[5,{}]", side * (9.0 - abreast)), fmt::format("[0,{}]", side))),
        {5, 9 * side, 0});
    expect_aims_at(driving_to(body_at(fmt::format("[{},{}]", -4.0 + 0.5 * behind, 10.0 * side), "[-0.5,0]")),
                   {-4, 10 * side, 0});
  }
}

// Both go along the line through the body, whose direction is that of the aim.
TEST(Pursue, StraightAheadTheCircleHasNoEffect) {
  for (const char* place : {"[8,0]", "[7.2,0]"}) {
    expect_aims_at(driving_to(body_at(place, "[2,0]")), {12, 0, 0});
  }
}

TEST(Pursue, PredictsAsPointsDoInsideOfTheCircle) {
  const Stage with_circle{
      .behavior = pursue(), .actor = kDriving, .bodies = body_at("[0,4]", "[1,0]"), .type = kOnCircles};
  Stage without = with_circle;
  without.behavior = pursue(R"(,"turning_circle":false)");
  EXPECT_EQ(request_of(with_circle), request_of(without));
  // T = 4 / (5 + 1).
  expect_aims_at(with_circle, {4.0 / 6.0, 4, 0});
}

TEST(Pursue, BodiesWithoutACircleMoveAlikeBitForBit) {
  const std::string body = body_at("[9,-4]", "[0.5,1]");
  for (const char* type : {"", R"(,"locomotion":{"type":"differential_drive"},"actuator":{"type":"tank"})"}) {
    EXPECT_TRUE(move_alike({.behavior = pursue(), .bodies = body, .type = type},
                           {.behavior = pursue(R"(,"turning_circle":false)"), .bodies = body, .type = type},
                           300));
  }
}

// A target that crosses: with the circle the body meets it on its first approach.
TEST(Pursue, ACarCatchesWhatCrossesSoonerWithItsCircle) {
  const auto steps_to_catch = [](const std::string& keys) {
    Simulator simulator =
        simulator_of({.behavior = pursue(keys),
                      .actor = R"("position":[0,0],"heading":0,"speed":0)",
                      .bodies = body_at("[0,20]", "[6,0]"),
                      .type = R"(,"max_speed":15,"locomotion":{"type":"bicycle"},"actuator":{"type":"car"})",
                      .scenario = R"(,"simulation":{"dt":0.02})"});
    int step = 0;
    for (; step < 3000 && distance_to(simulator, position_of(simulator, 1)) > 1.5; ++step)
      run_steps(simulator, 1);
    return step;
  };
  EXPECT_LT(steps_to_catch(""), steps_to_catch(R"(,"turning_circle":false)"));
}

}  // namespace
}  // namespace drover::test::pursue_test
